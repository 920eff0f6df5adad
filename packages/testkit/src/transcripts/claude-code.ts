import path from 'node:path';
import * as story from './story.ts';
import type { RecordedProgram, Story } from './story.ts';
import { asLines, put } from './write-files.ts';

const text = (words: string) => [{ type: 'text', text: words }];

/** Lines that follow each other, unless told otherwise. */
class Lines {
  readonly #story: Story;
  #last: string | null = null;

  constructor(told: Story) {
    this.#story = told;
  }

  line(type: string, uuid: string, message: object, more: object = {}): object {
    const line = {
      parentUuid: this.#last,
      isSidechain: false,
      userType: 'external',
      cwd: this.#story.folder,
      sessionId: this.#story.session,
      version: '2.1.325',
      gitBranch: 'main',
      type,
      message,
      uuid,
      ...more,
    };
    this.#last = uuid;
    return line;
  }

  user(uuid: string, content: unknown, minutes: number, more: object = {}): object {
    return this.line('user', uuid, { role: 'user', content }, { timestamp: story.at(minutes), ...more });
  }

  model([uuid, id]: readonly [string, string], block: object, minutes: number, more: object = {}): object {
    const message = { id, role: 'assistant', model: 'claude-opus-4-5', content: [block] };
    return this.line('assistant', uuid, message, { timestamp: story.at(minutes), ...more });
  }

  back(uuid: string): void {
    this.#last = uuid;
  }
}

const said = (words: string) => ({ type: 'text', text: words });

function lines(told: Story): (string | object)[] {
  const { LOOKING, TOOL_OUTPUT, INJECTED, THINKING, OURS } = story;
  const it = new Lines(told);
  const first = [
    { type: 'file-history-snapshot', messageId: 'm', snapshot: {}, isSnapshotUpdate: false },
    it.user('u0', `Caveat: ${INJECTED}`, 0, { isMeta: true }),
    it.user('u1', `${story.QUESTION}\n<system-reminder>\n${INJECTED}\n</system-reminder>\n${OURS}`, 0),
    it.line('attachment', 'h1', {}, { attachment: { type: 'hook_additional_context', content: [INJECTED] } }),
    it.model(['a1', 'msg_1'], { type: 'thinking', thinking: THINKING }, 1),
    it.model(['a2', 'msg_1'], said(LOOKING), 1),
    it.model(['a3', 'msg_1'], { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'kamal.yml' } }, 1),
    it.user('r1', [{ type: 'tool_result', tool_use_id: 't1', content: TOOL_OUTPUT }], 1, {
      toolUseResult: TOOL_OUTPUT,
    }),
    it.user('s1', story.HELPER, 1, { isSidechain: true, agentId: 'x' }),
    it.model(['s2', 'msg_s'], said(story.HELPER_ANSWER), 1, { isSidechain: true, agentId: 'x' }),
  ];
  it.back('r1');
  const answered = [
    it.model(['a4', 'msg_2'], said(story.ANSWER), 2),
    it.user('c1', '<command-name>/model</command-name>\n<command-args>INJECTED</command-args>', 2),
    it.user('c2', '<local-command-stdout>INJECTED</local-command-stdout>', 2),
    it.user('u2', text(story.TAKEN_BACK), 3),
    it.model(['a5', 'msg_3'], said(story.TAKEN_BACK_ANSWER), 3),
  ];
  it.back('c2');
  return [...first, ...answered, '{"type":"user","mess', ...rest(it, told)];
}

function rest(it: Lines, told: Story): object[] {
  const instead = [
    it.user('u3', text(story.INSTEAD), 4),
    it.model(['a6', 'msg_4'], said(story.INSTEAD_ANSWER), 4),
    { type: 'api-request-blob', sessionId: told.session, message: { role: 'user', content: 'INJECTED prompts again' } },
  ];
  const boundary = { parentUuid: null, logicalParentUuid: 'a6', subtype: 'compact_boundary', timestamp: story.at(5) };
  const compacted = [
    it.line('system', 'b1', {}, boundary),
    it.user('k1', story.SUMMARY, 5, { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    it.user('n1', '<task-notification>INJECTED a helper ended</task-notification>', 6),
    it.user('u4', text(story.LAST), 7),
    it.model(['e1', 'msg_e'], said('INJECTED API Error: 529'), 7, { isApiErrorMessage: true }),
    it.model(['a7', 'msg_5'], said(story.LAST_ANSWER), 8),
    it.user('i1', text('[Request interrupted by user]'), 8),
  ];
  return [...instead, ...compacted, { type: 'last-prompt', lastPrompt: 'INJECTED', sessionId: told.session }];
}

export const claudeCode: RecordedProgram = {
  client: 'claude-code',
  isFound: true,
  says: { times: true, folder: true, summary: true },
  broken: { why: 'is not JSON' },
  write(home, told) {
    const project = path.join(home, '.claude', 'projects', '-srv-shop');
    const helper = new Lines(told);
    put(
      path.join(project, told.session, 'subagents', 'agent-x.jsonl'),
      asLines(helper.user('s1', story.HELPER, 1), helper.model(['s2', 'msg_s'], said(story.HELPER_ANSWER), 1)),
    );
    put(path.join(project, 'agent-old.jsonl'), asLines(helper.user('s3', story.HELPER, 1)));
    return put(path.join(project, `${told.session}.jsonl`), asLines(...lines(told)));
  },
  grow(_file, told) {
    const it = new Lines(told);
    it.back('i1');
    const line = asLines(it.user('u9', text('And then?'), 20));
    return { half: line.slice(0, 60), rest: line.slice(60) };
  },
};
