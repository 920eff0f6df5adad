import path from 'node:path';
import * as story from './story.ts';
import type { RecordedProgram, Story } from './story.ts';
import { asLines, put } from './write-files.ts';

const line = (minutes: number, type: string, payload: object) => ({ timestamp: story.at(minutes), type, payload });
const user = (minutes: number, text: string) =>
  line(minutes, 'response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const model = (minutes: number, text: string, more: object = {}) =>
  line(minutes, 'response_item', {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text }],
    ...more,
  });
const meta = ({ session, folder }: Story, more: object = {}) =>
  line(0, 'session_meta', {
    id: session,
    timestamp: story.at(0),
    cwd: folder,
    cli_version: '0.166.0',
    source: 'cli',
    ...more,
  });

function lines(told: Story): (string | object)[] {
  const inserted = (text: string) => ({ type: 'message', role: 'developer', content: [{ type: 'input_text', text }] });
  return [
    meta(told),
    line(0, 'response_item', inserted(story.INJECTED)),
    user(0, `# AGENTS.md instructions for ${told.folder}\n\n<INSTRUCTIONS>\n${story.INJECTED}\n</INSTRUCTIONS>`),
    user(0, `<environment_context>\n<cwd>${told.folder}</cwd>INJECTED\n</environment_context>`),
    user(
      1,
      `# Context from my IDE setup:\n\n## Open tabs:\n- INJECTED.ts\n\n## My request for Codex:\n${story.QUESTION}\n`,
    ),
    line(1, 'event_msg', { type: 'user_message', message: story.QUESTION }),
    line(1, 'response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: story.THINKING }] }),
    model(1, 'INJECTED I will run a command.', { phase: 'commentary' }),
    model(1, story.LOOKING),
    line(1, 'response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c1' }),
    line(1, 'response_item', { type: 'function_call_output', call_id: 'c1', output: story.TOOL_OUTPUT }),
    model(2, story.ANSWER, { phase: 'final_answer' }),
    line(2, 'event_msg', { type: 'agent_message', message: story.ANSWER }),
    user(3, story.TAKEN_BACK),
    model(3, story.TAKEN_BACK_ANSWER),
    line(3, 'event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
    '{"timestamp": "2026',
    user(4, story.INSTEAD),
    model(4, story.INSTEAD_ANSWER),
    line(5, 'compacted', { message: story.SUMMARY }),
    user(7, story.LAST),
    model(8, story.LAST_ANSWER),
    line(8, 'event_msg', { type: 'task_complete', last_agent_message: story.LAST_ANSWER }),
  ];
}

export const codex: RecordedProgram = {
  client: 'codex',
  isFound: true,
  says: { times: true, folder: true, summary: true },
  broken: { why: 'is not JSON' },
  write(home, told) {
    const sessions = path.join(home, '.codex', 'sessions', '2026', '09', '14');
    const helper = { source: { subagent: { thread_spawn: { parent_thread_id: told.session, depth: 1 } } }, id: 'h' };
    put(
      path.join(sessions, 'rollout-2026-09-14T10-01-00-h.jsonl'),
      asLines(meta(told, helper), user(1, story.HELPER), model(1, story.HELPER_ANSWER)),
    );
    put(path.join(home, '.codex', 'history.jsonl'), asLines({ session_id: told.session, ts: 1, text: story.HELPER }));
    return put(path.join(sessions, `rollout-2026-09-14T10-00-00-${told.session}.jsonl`), asLines(...lines(told)));
  },
  grow() {
    const text = asLines(user(20, 'And then?'));
    return { half: text.slice(0, 60), rest: text.slice(60) };
  },
};

/** A session made from another: its file begins with what was said there. */
export function writeFork(home: string, told: Story, id: string): string {
  const own = { id, forked_from_id: told.session, timestamp: story.at(30) };
  return put(
    path.join(home, '.codex', 'sessions', '2026', '09', '14', `rollout-2026-09-14T10-30-00-${id}.jsonl`),
    asLines(
      { ...meta(told, own), timestamp: story.at(30) },
      meta(told),
      user(1, story.QUESTION),
      model(2, story.ANSWER),
      user(31, 'And on Windows?'),
      model(32, 'With a runner of its own.'),
    ),
  );
}
