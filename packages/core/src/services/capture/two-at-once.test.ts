/** Two processes that capture at the same moment, such as a server that hears hooks and a command that reads transcripts: what both find is kept once. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../index.ts';
import type { Compaction, Turn } from './turn.ts';

let tests: TestDeps[];
let apps: App[];
beforeEach(() => {
  const first = openTestDeps({ settings: { graph: 'off' } });
  const { dataDir, clock } = first;
  tests = [first, openTestDeps({ dataDir, clock, settings: { graph: 'off' } })];
  apps = tests.map(({ deps }) => createApp(deps));
});
afterEach(async () => {
  for (const app of apps) await app.close();
  for (const test of tests.toReversed()) await test.close();
});

const about = { client: 'codex', session: 's1', index: 0, at: new Date(Date.UTC(2026, 10, 1)), folder: null };
const turn = (user: string, answer: string): Turn => ({ ...about, user, answer });

async function* from<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function texts(): Promise<string[]> {
  const items = (await apps[0]?.memories.list({ workspace: 'default', limit: 500 }))?.items ?? [];
  return items.map(({ preview }) => preview).toSorted();
}

const NAMES = Array.from('abcdefghijklmnop', (letter) => `${letter}ora${letter}`);
const decision = (name: string) => `We decided to call the ${name} room Linden.`;
const open = (name: string) => `Still open: the ${name} door has no hinge.`;

describe('two that capture at once', () => {
  it('keep the same turns once', async () => {
    const turns = NAMES.map((name) => turn(decision(name), open(name)));
    await Promise.all(apps.map((app) => app.capture.turns(from(...turns))));
    expect(await texts()).toEqual([...NAMES.map(decision), ...NAMES.map(open)].toSorted());
    for (const app of apps) expect((await app.capture.status('default')).turns).toBe(NAMES.length);
  });

  it('keep once what one of them knows only a part of', async () => {
    const [whole, part] = [
      NAMES.map((name) => turn(decision(name), open(name))),
      NAMES.map((name) => turn('', open(name))),
    ];
    const given = [whole, part];
    await Promise.all(apps.map((app, i) => app.capture.turns(from(...(given[i] ?? [])))));
    expect(await texts()).toEqual([...NAMES.map(decision), ...NAMES.map(open)].toSorted());
  });

  it('leave one summary of a session, whichever comes last', async () => {
    const summary = (text: string): Compaction => ({ ...about, summary: text });
    const all = NAMES.map((name) => summary(`Rooms have names such as ${name}.`));
    await Promise.all([apps[0]?.capture.turns(from(...all)), apps[1]?.capture.turns(from(...all.toReversed()))]);
    expect(await texts()).toHaveLength(1);
  });

  it('hear every word of a session that is told to both', async () => {
    const session = { client: 'codex', session: 's2' };
    await Promise.all(
      NAMES.map((name, i) => apps[i % 2]?.capture.hear({ ...session, what: 'prompt', text: decision(name) })),
    );
    const { items = [] } =
      (await tests[0]?.deps.storage.records.scan('default', { collection: 'capture_sessions', limit: 5 })) ?? {};
    const [heard] = items.map(({ value }) => (JSON.parse(value) as { user: string }).user.split('\n\n'));
    expect(heard?.toSorted()).toEqual(NAMES.map(decision));
  });
});
