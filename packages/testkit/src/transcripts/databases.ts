/** Programs that keep their sessions in a database. */
import path from 'node:path';
import * as story from './story.ts';
import type { RecordedProgram, Story } from './story.ts';
import { asLines, put, putDatabase } from './write-files.ts';

type Bubble = readonly [id: string, value: object | string];

const bubble = (type: 1 | 2, minutes: number, text: string, more: object = {}) => ({
  _v: 3,
  type,
  text,
  createdAt: story.at(minutes),
  ...more,
});

const BUBBLES: readonly Bubble[] = [
  ['b1', bubble(1, 0, `${story.QUESTION}\n${story.OURS}`)],
  ['b2', bubble(2, 1, '', { thinking: { text: story.THINKING } })],
  ['b3', bubble(2, 1, story.LOOKING)],
  ['b4', bubble(2, 1, '', { toolFormerData: { name: 'read_file', result: story.TOOL_OUTPUT } })],
  ['b5', bubble(2, 2, story.ANSWER, { toolFormerData: null })],
  ['b6', bubble(1, 3, story.TAKEN_BACK)],
  ['b7', bubble(2, 3, story.TAKEN_BACK_ANSWER)],
  ['b8', bubble(1, 4, story.INSTEAD)],
  ['b9', bubble(2, 4, story.INSTEAD_ANSWER)],
  ['c1', bubble(1, 7, story.LAST)],
  ['c0', bubble(2, 8, story.LAST_ANSWER)],
];
const KEPT = BUBBLES.filter(([id]) => id !== 'b6' && id !== 'b7');

export const cursor: RecordedProgram = {
  client: 'cursor',
  isFound: true,
  says: { times: true, folder: true, summary: false },
  broken: { why: 'is not JSON' },
  write: (home, { session, folder }) =>
    putDatabase(path.join(home, '.config', 'Cursor', 'User', 'globalStorage', 'state.vscdb'), (database) => {
      database.exec('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
      database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
      const insert = database.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)');
      // Some values are texts, others bytes.
      for (const [id, value] of BUBBLES) insert.run(`bubbleId:${session}:${id}`, Buffer.from(JSON.stringify(value)));
      const headers = KEPT.map(([bubbleId]) => ({ bubbleId }));
      const composer = {
        composerId: session,
        name: 'Deploying',
        createdAt: story.when(0),
        workspaceIdentifier: { uri: { fsPath: folder } },
        subagentInfo: null,
        fullConversationHeadersOnly: headers,
      };
      insert.run(`composerData:${session}`, JSON.stringify(composer));
      insert.run('composerData:broken', '{"name": ');
      insert.run('composerData:empty', null);
      const helper = { parentComposerId: session, subagentTypeName: 'explore' };
      insert.run(
        'composerData:helper',
        JSON.stringify({
          composerId: 'helper',
          subagentInfo: helper,
          fullConversationHeadersOnly: [{ bubbleId: 'h1' }],
        }),
      );
      insert.run('bubbleId:helper:h1', JSON.stringify(bubble(1, 1, story.HELPER)));
    }),
};

/** As its older versions kept it: all in one value. */
export const oldCursor: RecordedProgram = {
  ...cursor,
  broken: null,
  write: (home, { session, folder }) =>
    putDatabase(path.join(home, '.config', 'Cursor', 'User', 'globalStorage', 'state.vscdb'), (database) => {
      database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
      const conversation = KEPT.map(([bubbleId, value]) => ({ bubbleId, ...(value as object) }));
      const composer = { createdAt: story.when(0), workspaceIdentifier: { uri: { fsPath: folder } }, conversation };
      database
        .prepare('INSERT INTO cursorDiskKV VALUES (?, ?)')
        .run(`composerData:${session}`, JSON.stringify(composer));
    }),
};

const spoken = (role: string, ...content: object[]) => ({ role, message: { content } });
const text = (words: string) => ({ type: 'text', text: words });

/** What its agent in the terminal writes. */
export const cursorAgent: RecordedProgram = {
  client: 'cursor',
  isFound: true,
  says: { times: false, folder: false, summary: false },
  broken: { why: 'is not JSON' },
  write(home, { session }) {
    const folder = path.join(home, '.cursor', 'projects', 'srv-shop', 'agent-transcripts');
    put(path.join(folder, session, 'subagents', 'h.jsonl'), asLines(spoken('user', text(story.HELPER))));
    const asked = (words: string) => spoken('user', text(`INJECTED files\n<user_query>\n${words}\n</user_query>`));
    return put(
      path.join(folder, session, `${session}.jsonl`),
      asLines(
        asked(story.QUESTION),
        spoken('assistant', text(story.LOOKING), { type: 'tool_use', name: 'Read', input: {} }),
        spoken('assistant', text(story.ANSWER)),
        '{"role": ',
        asked(story.INSTEAD),
        spoken('assistant', text(story.INSTEAD_ANSWER)),
        asked(story.LAST),
        spoken('assistant', text(story.LAST_ANSWER)),
      ),
    );
  },
  grow() {
    const line = asLines(spoken('user', text('And then?')));
    return { half: line.slice(0, 30), rest: line.slice(30) };
  },
};

type Part = readonly [type: string, more: object];
type Message = readonly [id: string, role: string, minutes: number, data: object, parts: readonly Part[]];

const say = (words: string, more: object = {}): Part => ['text', { text: words, ...more }];

const MESSAGES: readonly Message[] = [
  [
    'msg_01',
    'user',
    0,
    { summary: { title: 'x', diffs: [] } },
    [say(story.QUESTION), say('INJECTED', { synthetic: true }), say(story.OURS)],
  ],
  [
    'msg_02',
    'assistant',
    1,
    {},
    [
      ['reasoning', { text: story.THINKING }],
      say(story.LOOKING),
      ['tool', { tool: 'read', state: { output: story.TOOL_OUTPUT } }],
    ],
  ],
  ['msg_03', 'assistant', 2, {}, [['step-start', {}], say(story.ANSWER), say('INJECTED', { ignored: true })]],
  ['msg_04', 'user', 4, {}, [say(story.INSTEAD)]],
  ['msg_05', 'assistant', 4, {}, [say(story.INSTEAD_ANSWER)]],
  ['msg_06', 'user', 5, {}, [['compaction', { auto: true }]]],
  ['msg_07', 'assistant', 5, { summary: true }, [say(story.SUMMARY)]],
  ['msg_08', 'user', 7, {}, [say(story.LAST)]],
  ['msg_09', 'assistant', 8, {}, [say(story.LAST_ANSWER)]],
  ['msg_10', 'user', 9, {}, [say(story.TAKEN_BACK)]],
  ['msg_11', 'assistant', 9, {}, [say(story.TAKEN_BACK_ANSWER)]],
];

export const opencode: RecordedProgram = {
  client: 'opencode',
  isFound: true,
  says: { times: true, folder: true, summary: true },
  broken: null,
  write: (home, told) =>
    putDatabase(path.join(home, '.local', 'share', 'opencode', 'opencode.db'), (database) => {
      database.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, revert TEXT, time_created INTEGER);
        CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
        CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)`);
      const session = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?)');
      const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)');
      const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)');
      const write = (id: string, messages: readonly Message[]): void => {
        for (const [key, role, minutes, data, parts] of messages) {
          message.run(key, id, story.when(minutes), JSON.stringify({ role, ...data }));
          for (const [i, [type, more]] of parts.entries())
            part.run(`${key}_prt_${i}`, key, id, JSON.stringify({ type, ...more }));
        }
      };
      session.run(told.session, null, told.folder, JSON.stringify({ messageID: 'msg_10' }), story.when(0));
      session.run('ses_h', told.session, told.folder, null, story.when(1));
      write(told.session, MESSAGES);
      write('ses_h', [['msg_h', 'user', 1, {}, [say(story.HELPER)]]]);
      part.run('prt_broken', 'msg_09', told.session, '{"type": "text", "text": ');
    }),
};

export const storyOf = (folder: string): Story => ({ folder, session: 'session-1' });
