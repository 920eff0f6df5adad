import path from 'node:path';
import * as story from './story.ts';
import type { RecordedProgram, Story } from './story.ts';
import { asLines, put } from './write-files.ts';

const head = ({ session }: Story, more: object = {}) => ({
  sessionId: session,
  projectHash: 'f'.repeat(64),
  startTime: story.at(0),
  lastUpdated: story.at(8),
  kind: 'main',
  ...more,
});
type Head = readonly [id: string, type: 'user' | 'gemini' | 'info', minutes: number];

const message = ([id, type, minutes]: Head, content: unknown, more: object = {}) => ({
  id,
  timestamp: story.at(minutes),
  type,
  content,
  ...more,
});
const call = {
  id: 't1',
  name: 'read_file',
  args: {},
  status: 'success',
  result: [{ functionResponse: story.TOOL_OUTPUT }],
};

const context = (...messages: object[]) => ({ $set: { messages, lastUpdated: story.at(5) } });
const told = (minutes: number, text: string) => message(['x', 'user', minutes], [{ text }]);

function lines(it: Story): (string | object)[] {
  return [
    head(it),
    context(told(0, `<session_context>\n${story.INJECTED}\n</session_context>`)),
    message(['m0', 'info', 0], story.INJECTED),
    message(
      ['m1', 'user', 0],
      [{ text: story.QUESTION }, { text: `<hook_context>${story.INJECTED}</hook_context>` }, { text: story.OURS }],
    ),
    message(['m2', 'gemini', 1], '', { toolCalls: [{ ...call, status: 'executing', result: null }] }),
    message(['m2', 'gemini', 1], story.LOOKING, { thoughts: [{ subject: story.THINKING }], toolCalls: [call] }),
    message(['r2', 'user', 1], [{ functionResponse: { id: 't1', response: { output: story.TOOL_OUTPUT } } }]),
    message(['m3', 'gemini', 2], [{ text: story.THINKING, thought: true }, { text: story.ANSWER }]),
    '{"id": "m',
    message(['m4', 'user', 3], [{ text: story.TAKEN_BACK }]),
    message(['m5', 'gemini', 3], story.TAKEN_BACK_ANSWER),
    { $rewindTo: 'm4' },
    message(['m6', 'user', 4], [{ text: story.INSTEAD }, { text: 'INJECTED file' }], {
      displayContent: [{ text: story.INSTEAD }],
    }),
    message(['m7', 'gemini', 4], story.INSTEAD_ANSWER),
    context(
      told(5, `<state_snapshot>${story.SUMMARY}</state_snapshot>`),
      message(['y', 'gemini', 5], 'INJECTED Got it.'),
    ),
    { $set: { lastUpdated: story.at(6) } },
    message(['m8', 'user', 7], [{ text: story.LAST }]),
    message(['m9', 'gemini', 8], story.LAST_ANSWER),
  ];
}

const folderOf = (home: string): string => path.join(home, '.gemini', 'tmp', 'shop');

export const gemini: RecordedProgram = {
  client: 'gemini',
  isFound: true,
  says: { times: true, folder: true, summary: true },
  broken: { why: 'is not JSON' },
  write(home, it) {
    const project = folderOf(home);
    put(path.join(home, '.gemini', 'projects.json'), JSON.stringify({ projects: { [it.folder]: 'shop' } }));
    const chats = path.join(project, 'chats');
    const helper = asLines(head(it, { kind: 'subagent', sessionId: 'h' }), message(['h1', 'user', 1], story.HELPER));
    put(path.join(chats, it.session, 'h.jsonl'), helper);
    put(path.join(chats, 'session-2026-09-14T10-01-hhhh.jsonl'), helper);
    put(path.join(project, 'logs.json'), '[]');
    return put(path.join(chats, `session-2026-09-14T10-00-${it.session}.jsonl`), asLines(...lines(it)));
  },
  grow() {
    const text = asLines(message(['m99', 'user', 20], [{ text: 'And then?' }]));
    return { half: text.slice(0, 30), rest: text.slice(30) };
  },
};

/** As older versions wrote it: one object, whole with every message. */
export const oldGemini: RecordedProgram = {
  client: 'gemini',
  isFound: true,
  says: { times: true, folder: true, summary: true },
  broken: null,
  write(home, it) {
    const project = folderOf(home);
    put(path.join(project, '.project_root'), `${it.folder}\n`);
    const isMessage = (line: string | object): line is object => typeof line !== 'string' && 'id' in line;
    const messages = lines(it).filter(isMessage);
    const kept = messages.filter((one) => !('id' in one && ['m4', 'm5'].includes(String(one.id))));
    const at = kept.findIndex((one) => 'id' in one && one.id === 'm8');
    kept.splice(at, 0, told(5, `<state_snapshot>${story.SUMMARY}</state_snapshot>`));
    const file = path.join(project, 'chats', `session-2026-09-14T10-00-${it.session}.json`);
    return put(file, JSON.stringify({ ...head(it), messages: kept }, null, 2));
  },
};
