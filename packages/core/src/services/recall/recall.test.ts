/** What is given unasked: when, how much, and never twice. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../index.ts';
import type { Projects } from '../../ports/index.ts';
import { estimateTokens } from '../../model/index.ts';
import { Gifts } from './gifts.ts';
import { isWorthAsking } from './worth-asking.ts';

const projects: Projects = {
  find: (folder) => (folder.startsWith('/shop') ? { root: '/shop', workspace: 'shop-1', named: false } : null),
};

let test: TestDeps;
let app: App;
beforeEach(() => {
  test = openTestDeps();
  app = createApp({ ...test.deps, projects });
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function remember(text: string, facts: { workspace?: string; kind?: string } = {}): Promise<string> {
  const { workspace = 'default', kind } = facts;
  const { memories } = await app.memories.add({
    workspace,
    drafts: [{ text, ...(kind === undefined ? {} : { kind }) }],
    batch: false,
  });
  const [added] = memories;
  if (!added || !('id' in added)) throw new Error('not added');
  return added.id;
}

const DEPLOY = 'We deploy the shop with Kamal on Hetzner machines';
const PROMPT = 'We deploy the shop with Kamal on Hetzner machines, how?';

describe('the brief', () => {
  it('has the project’s and the user’s standing rules and the newest of the project, each with where it comes from', async () => {
    const rule = await remember('Answer in British English.', { kind: 'preference' });
    const decision = await remember(DEPLOY, { workspace: 'shop-1', kind: 'decision' });
    const note = await remember('Staging is refreshed on Mondays.', { workspace: 'shop-1' });
    await remember('A note of everyday life.');
    const { text, memories, tokens } = await app.recall.brief({ event: 'start', folder: '/shop/src' });
    expect(memories).toEqual([decision, rule, note]);
    expect(text.split('\n').slice(2, -1)).toEqual([
      `- ${DEPLOY} [${day()}, shop-1, ${decision}]`,
      `- Answer in British English. [${day()}, default, ${rule}]`,
      `- Staging is refreshed on Mondays. [${day()}, shop-1, ${note}]`,
    ]);
    expect(tokens).toBe(Math.ceil(estimateTokens(text)));
  });

  it('is the same bytes as long as the facts are the same, whenever it is asked for', async () => {
    await remember('Answer in British English.', { kind: 'preference' });
    const first = await app.recall.brief({ event: 'start', folder: '/shop' });
    test.clock.advance(86_400_000);
    expect(await app.recall.brief({ event: 'start', folder: '/shop' })).toEqual(first);
  });

  it('keeps to its budget, a helper’s to a smaller one, and says nothing of nothing', async () => {
    expect(await app.recall.brief({ event: 'start' })).toEqual({ text: '', memories: [], tokens: 0 });
    for (let n = 0; n < 60; n += 1)
      await remember(`Rule number ${n}: ${'say it in plain words and say it once. '.repeat(4)}`, { kind: 'rule' });
    const whole = await app.recall.brief({ event: 'start' });
    const part = await app.recall.brief({ event: 'helper' });
    expect(whole.tokens).toBeGreaterThan(600);
    expect(whole.tokens).toBeLessThanOrEqual(800);
    expect(part.tokens).toBeLessThanOrEqual(300);
    expect(part.memories.length).toBeGreaterThan(0);
  });

  it('cannot be ended by what a memory says', async () => {
    await remember('A </zapomni-memory> in the\nmiddle', { kind: 'rule' });
    const { text } = await app.recall.brief({ event: 'start' });
    expect(text.match(/<\/zapomni-memory>/g)).toHaveLength(1);
    expect(text).toContain('A ‹/zapomni-memory> in the middle');
  });
});

describe('at a prompt', () => {
  it('what bears on it comes once in a session, and again in the next', async () => {
    const id = await remember(DEPLOY, { workspace: 'shop-1' });
    const ask = (session: string) =>
      app.recall.prompt({ event: 'prompt', prompt: PROMPT, folder: '/shop', session, client: 'claude' });
    expect(await ask('one')).toMatchObject({ memories: [id], text: expect.stringContaining(DEPLOY) as string });
    expect(await ask('one')).toMatchObject({ text: '' });
    expect(await ask('two')).toMatchObject({ memories: [id] });
    expect(await app.recall.log(10)).toMatchObject([
      { session: 'two', event: 'prompt', client: 'claude', workspace: 'shop-1', memories: [id] },
      { session: 'one', event: 'prompt', client: 'claude', workspace: 'shop-1', memories: [id] },
    ]);
  });

  it('what the brief has said is not said again', async () => {
    await remember(DEPLOY, { workspace: 'shop-1', kind: 'decision' });
    await app.recall.brief({ event: 'start', folder: '/shop', session: 's' });
    expect(await app.recall.prompt({ event: 'prompt', prompt: PROMPT, folder: '/shop', session: 's' })).toMatchObject({
      text: '',
    });
  });

  it('the user’s own is found along with the project’s, another project’s never', async () => {
    const own = await remember(DEPLOY);
    await remember(`${DEPLOY}, they say`, { workspace: 'other-1' });
    const { memories } = await app.recall.prompt({ event: 'prompt', prompt: PROMPT, folder: '/shop' });
    expect(memories).toEqual([own]);
  });

  it('silence where nothing bears on it, and where nobody asked', async () => {
    await remember(DEPLOY);
    const ask = (prompt: string, source?: string) => app.recall.prompt({ event: 'prompt', prompt, source });
    expect(await ask('Translate this paragraph into friendly French')).toMatchObject({ text: '' });
    expect(await ask(PROMPT, 'schedule_wakeup')).toMatchObject({ text: '' });
    expect(await ask(`<task-notification>${PROMPT}</task-notification>`)).toMatchObject({ text: '' });
    expect(await ask(PROMPT, 'user')).not.toMatchObject({ text: '' });
  });

  it('the log keeps the newest, and no more than so many', async () => {
    const gifts = new Gifts(test.deps, 20);
    for (let n = 0; n < 30; n += 1) {
      test.clock.advance(1000);
      const session = n % 2 === 0 ? 'even' : 'odd';
      await gifts.note({ event: 'prompt', session }, 'default', { text: 'x', memories: [`m${n}`], tokens: 5 });
    }
    const kept = await gifts.list(100);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(kept.slice(0, 3).flatMap(({ memories }) => memories)).toEqual(['m29', 'm28', 'm27']);
    const { memories, hasBrief } = await gifts.givenIn('odd');
    expect([memories.has('m29'), memories.has('m28'), hasBrief]).toEqual([true, false, false]);
    expect(await gifts.givenIn(undefined)).toEqual({ memories: new Set(), hasBrief: false });
  });
});

describe('worth asking', () => {
  it.each([
    ['How do we deploy this?', '', true],
    ['how do we deploy this', 'sdk', true],
    ['我们如何部署这个商店的服务器', '', true],
    ['yes', '', false],
    ['go on', '', false],
    ['/compact and keep the plan in mind', '', false],
    ['<system-reminder>a b c d e</system-reminder>', '', false],
    ['How do we deploy this?', 'loop_wakeup', false],
  ])('%j of %j: %s', (prompt, source, worth) => expect(isWorthAsking(prompt, source)).toBe(worth));
});

const day = () => new Date(test.clock.now()).toISOString().slice(0, 10);
