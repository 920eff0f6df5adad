/** What becomes of conversations in the store: kept once, with where it comes from, in the right workspace, and corrected. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../index.ts';
import { ZapomniError } from '../../errors/index.ts';
import type { CaptureGate, Llm, Projects } from '../../ports/index.ts';
import { SAMPLES } from './secrets/testing/samples.ts';
import type { Compaction, Turn } from './turn.ts';

const projects: Projects = {
  find: (folder) => (folder.startsWith('/shop') ? { root: '/shop', workspace: 'shop-1', named: false } : null),
};
let isOpen = true;
const captureGate: CaptureGate = {
  excluded: ['/shop/secret', 'hidden'],
  isOpen: () => isOpen,
  set: async (isOn) => void (isOpen = isOn),
  isExcluded: (folder, workspace) => (folder ?? '').startsWith('/shop/secret') || workspace === 'hidden',
};

let test: TestDeps;
let app: App;
let distiller: Llm | undefined;
function open(): void {
  app = createApp({ ...test.deps, projects, captureGate, ...(distiller ? { distiller } : {}) });
}
beforeEach(() => {
  isOpen = true;
  distiller = undefined;
  test = openTestDeps({ settings: { graph: 'off' } });
  open();
});
afterEach(async () => {
  await app.close();
  await test.close();
});

const AT = new Date(Date.UTC(2026, 10, 1));
const turn = (user: string, answer = '', about: Partial<Turn> = {}): Turn => ({
  client: 'codex',
  session: 's1',
  index: 3,
  at: AT,
  folder: '/shop/src',
  user,
  answer,
  ...about,
});

async function* from(items: readonly (Turn | Compaction)[]): AsyncGenerator<Turn | Compaction> {
  yield* items;
}
const capture = (...items: (Turn | Compaction)[]) => app.capture.turns(from(items));
const memories = async (workspace = 'shop-1') => {
  const { items } = await app.memories.list({ workspace, limit: 50 });
  return items.map(({ kind, preview }) => `${kind}: ${preview}`).toSorted();
};
const NONE = { turns: 1, kept: 0, duplicates: 0, superseded: 0, secretsCut: 0, skipped: 0 };

describe('capturing', () => {
  it('keeps what is worth it, with its source, time, tags and workspace', async () => {
    const said = turn(
      'We decided to ship without offline mode. Can you fix the test?',
      'Next step: the Windows installer.',
    );
    expect(await capture(said)).toEqual({ ...NONE, kept: 2 });
    expect(await memories()).toEqual([
      'decision: We decided to ship without offline mode.',
      'open-end: Next step: the Windows installer.',
    ]);
    const [memory] = (await app.memories.list({ workspace: 'shop-1', filter: { kinds: ['decision'] }, limit: 1 }))
      .items;
    expect(memory).toMatchObject({
      source: 'codex:s1#3',
      tags: ['captured', 'codex'],
      occurredAt: AT.getTime(),
      metadata: { client: 'codex', session: 's1', turn: 3, said_by: 'user' },
    });
    expect(await memories('default')).toEqual([]);
  });

  it('the same turns again change nothing, whatever their number is then', async () => {
    const said = turn('I live in Graz.');
    await capture(said, { ...said, index: 7 });
    expect(await capture(said)).toEqual({ ...NONE, skipped: 1 });
    expect(await memories()).toEqual(['fact: I live in Graz.']);
  });

  it('what is there already is not kept again, in whichever session it is said', async () => {
    await capture(turn('My customer number is 4711, by the way.'));
    const again = turn('My customer number is 4711.', '', { session: 's2' });
    expect(await capture(again)).toEqual({ ...NONE, duplicates: 1 });
    expect(await capture(turn('My customer number is 4712.', '', { session: 's3' }))).toMatchObject({ kept: 1 });
  });

  it('a correction supersedes what it corrects, and nothing else', async () => {
    await capture(turn('Our database runs on port 5432.'), turn('Our proxy runs on port 8080.'));
    const report = await capture(
      turn('No, our database runs on port 5433, not 5432.', '', { at: new Date(AT.getTime() + 1000) }),
    );
    expect(report).toEqual({ ...NONE, kept: 1, superseded: 1 });
    expect(await memories()).toEqual([
      'correction: No, our database runs on port 5433, not 5432.',
      'fact: Our proxy runs on port 8080.',
    ]);
  });

  it('an older conversation does not supersede what was said after it', async () => {
    await capture(turn('We decided to keep logs for 30 days.'));
    const older = turn('We decided to keep logs for 90 days.', '', { at: new Date(0), session: 'old' });
    expect(await capture(older)).toMatchObject({ kept: 1, superseded: 0 });
    const newer = turn('We decided to keep logs for 60 days.', '', {
      at: new Date(AT.getTime() + 1000),
      session: 'new',
    });
    expect(await capture(newer)).toMatchObject({ kept: 1, superseded: 1 });
  });

  it('what the user has forgotten is not brought back', async () => {
    await capture(turn('I live in Graz.'));
    const [memory] = (await app.memories.list({ workspace: 'shop-1', limit: 1 })).items;
    await app.memories.delete('shop-1', [memory?.id ?? '']);
    expect(await capture(turn('I live in Graz.', '', { session: 's2' }))).toMatchObject({ kept: 0 });
    expect(await memories()).toEqual([]);
  });

  it('secrets and private parts are cut before anything is written', async () => {
    const token = SAMPLES['GitHub token'] as string;
    const said = turn(
      `My token for the deploy is ${token}. My bot Otto in Graz uses ${token}. <private>I live in Graz.</private>`,
      'Done. <private>We decided on B.',
    );
    expect(await capture(said)).toMatchObject({ secretsCut: 2 });
    expect(await memories()).toEqual(['fact: My bot Otto in Graz uses [cut: GitHub token].']);
  });

  it('nothing of excluded folders and workspaces, and nothing at all while it is off', async () => {
    const skipped = { ...NONE, skipped: 1 };
    expect(await capture(turn('I live in Graz.', '', { folder: '/shop/secret/deep' }))).toEqual(skipped);
    await app.capture.set(false);
    expect(await capture(turn('I live in Graz.'))).toEqual(skipped);
    await app.capture.set(true);
    expect(await capture(turn('I live in Graz.'))).toEqual({ ...NONE, kept: 1 });
  });

  it('keeps the last summary of a session in the place of the one before', async () => {
    const summary = (text: string, session = 's1'): Compaction => ({
      client: 'claude-code',
      session,
      at: AT,
      folder: '/shop',
      summary: text,
    });
    await capture(summary('First part.'), summary('Other session.', 's2'), summary('First and second part.'));
    expect(await memories()).toEqual(['session-summary: First and second part.', 'session-summary: Other session.']);
    expect(await capture(summary('First and second part.'))).toEqual({ ...NONE, skipped: 1 });
  });

  it('stops when it is told to, keeps what it has, and goes on the next time', async () => {
    const controller = new AbortController();
    const items = [turn('I live in Graz.'), turn('I own a red bicycle.', '', { index: 4 })];
    const onProgress = () => controller.abort();
    await expect(app.capture.turns(from(items), { signal: controller.signal, onProgress })).rejects.toThrow();
    expect(await memories()).toHaveLength(1);
    expect(await capture(...items)).toMatchObject({ turns: 2, kept: 1, skipped: 1 });
  });
});

describe('with a language model', () => {
  const USER = 'Hm. The shop should open at nine, I think we said, and Ida has the keys.';
  const model = (answer: () => unknown): Llm => ({
    name: 'scripted',
    answer: async () => ({ value: answer(), inputTokens: null, outputTokens: null }),
    close: async () => undefined,
  });
  const use = async (answer: () => unknown) => {
    await app.close();
    await test.close();
    test = openTestDeps({ settings: { graph: 'off' } });
    distiller = model(answer);
    open();
  };

  it('keeps what it says, where the turn says it too', async () => {
    await use(() => ({
      memories: [
        { kind: 'decision', text: 'The shop opens at nine.', quote: 'The shop should open at nine' },
        { kind: 'fact', text: 'Ida has the keys of the shop.', quote: 'Ida has the keys' },
        { kind: 'fact', text: 'The shop opens at 9:30.', quote: 'The shop should open at nine' },
        { kind: 'fact', text: 'Bob plays the trombone in Vienna.', quote: 'Ida has the keys' },
        { kind: 'fact', text: 'Ida has the keys.', quote: 'Ida said so' },
      ],
    }));
    expect(await capture(turn(USER))).toMatchObject({ kept: 2 });
    expect(await memories()).toEqual(['decision: The shop opens at nine.', 'fact: Ida has the keys of the shop.']);
  });

  it.each([
    ['answers nonsense', () => ({ memories: 'none' })],
    [
      'is away',
      () => {
        throw new ZapomniError('MODEL_UNAVAILABLE', 'Away.');
      },
    ],
  ])('that %s the rules do it', async (_name, answer) => {
    await use(answer);
    expect(await capture(turn('I live in Graz.'))).toMatchObject({ kept: 1 });
  });
});

describe('while a session goes on', () => {
  const about = { client: 'claude-code', session: 'live', folder: '/shop' } as const;
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const settled = () => until(async () => (await app.capture.status('shop-1')).waiting === 0);

  it('a turn is put together of what was asked and what was answered, and captured in the background', async () => {
    await app.capture.hear({ ...about, what: 'prompt', text: 'We decided to drop Node 18.' });
    await app.capture.hear({ ...about, what: 'answer', text: 'Let me look.' });
    await app.capture.hear({ ...about, what: 'turn', text: 'Still open: the docs name Node 18.' });
    await settled();
    expect(await memories()).toEqual([
      'decision: We decided to drop Node 18.',
      'open-end: Still open: the docs name Node 18.',
    ]);
    await app.capture.hear({ ...about, what: 'prompt', text: 'I own two cats.' });
    await app.capture.hear({ ...about, what: 'turn', text: '' });
    await settled();
    const [fact] = (await app.memories.list({ workspace: 'shop-1', filter: { kinds: ['fact'] }, limit: 1 })).items;
    expect(fact).toMatchObject({ preview: 'I own two cats.', source: 'claude-code:live#1' });
  });

  it('helpers, programs, commands, excluded folders and sessions without a name are not heard', async () => {
    const said = { ...about, what: 'turn', text: 'We decided to go.' } as const;
    await app.capture.hear({ ...said, isHelper: true });
    await app.capture.hear({ ...said, session: '' });
    await app.capture.hear({ ...said, folder: '/shop/secret' });
    await app.capture.hear({ ...about, what: 'prompt', text: 'I live in Graz.', source: 'schedule_wakeup' });
    await app.capture.hear({ ...about, what: 'prompt', text: '/remember I live in Graz.' });
    await app.capture.hear({
      ...about,
      what: 'prompt',
      text: '<task-notification>I live in Graz.</task-notification>',
    });
    await app.capture.hear({ ...about, what: 'turn', text: '' });
    expect(await app.capture.status('shop-1')).toMatchObject({ waiting: 0, turns: 0 });
  });

  it('nothing is written of a secret, not even while it waits', async () => {
    const token = SAMPLES['Slack token'] as string;
    await app.capture.hear({ ...about, what: 'prompt', text: `My bot has ${token} <private>and more` });
    const { items } = await test.deps.storage.records.scan('default', {
      collection: 'capture_sessions',
      descending: false,
      limit: 5,
    });
    expect(items.map(({ value }) => (JSON.parse(value) as { user: string }).user)).toEqual([
      'My bot has [cut: Slack token]',
    ]);
  });

  it('what waits is captured by the next process when this one ends; what waits when it is switched off is not', async () => {
    await app.capture.hear({ ...about, what: 'prompt', text: 'I live in Graz.' });
    isOpen = false;
    await app.capture.hear({ ...about, what: 'turn', text: 'We decided to go.' });
    expect(await app.capture.status('shop-1')).toMatchObject({ on: false, waiting: 0, turns: 0 });
    isOpen = true;
    await app.capture.hear({ ...about, what: 'turn', text: 'Done.' });
    await app.close();
    test = { ...test, ...openTestDeps({ dataDir: test.dataDir, clock: test.clock, settings: { graph: 'off' } }) };
    open();
    await app.resume();
    await settled();
    expect(await memories()).toEqual(['fact: I live in Graz.']);
  });
});
