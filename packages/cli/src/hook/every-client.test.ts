/** Sessions of the clients that hook.test.ts does not have, replayed against a server: as much of everything as each of them takes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { condition } from '@zapomni/testkit/condition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { HOOK_CLIENTS } from '../setup/hooks/hook-table.ts';
import { readEvent } from './event.ts';
import { RECORDED } from './testing/events.ts';
import { OTHER_CLIENTS } from './testing/more-events.ts';

const HOOK = fileURLToPath(new URL('hook.ts', import.meta.url));
const DECISION = 'We deploy the shop with Kamal on Hetzner machines, not Kubernetes.';
const FACT = 'The staging database is refreshed from production every Monday night.';
const ASK = 'When is the staging database refreshed from production?';

afterAll(removeTemporaryFolders);

it('every client that gets hooks is replayed', () => {
  const names: Readonly<Record<string, string>> = { 'claude-code': 'claude', 'copilot-cli': 'copilot' };
  const replayed = [...Object.keys(RECORDED), ...Object.keys(OTHER_CLIENTS)];
  // opencode runs no command: its plugin is loaded in more-clients.test.ts.
  const clients = Object.keys(HOOK_CLIENTS).filter((id) => id !== 'opencode');
  expect(clients.map((id) => names[id] ?? id).toSorted()).toEqual(replayed.toSorted());
});

it.each(Object.entries(OTHER_CLIENTS))('%s is known by its own name', (client, { env, prompt }) => {
  const devins = client === 'devin' ? { DEVIN_PROJECT_DIR: '/srv/shop' } : {};
  const event = prompt({ session: 's', folder: '/srv/shop', prompt: ASK });
  expect(readEvent(event, { env: { ...env, ...devins }, cwd: '/srv/shop' })?.client).toBe(client);
});

describe.skipIf(process.platform === 'win32')('a session of', () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const [shop, garden] = ['shop', 'garden'].map((name) => path.join(temporaryFolder(), name)) as [string, string];
  const run = (...args: string[]) => runZapomni([...args, '--data-dir', dataDir]);

  beforeAll(async () => {
    for (const folder of [shop, garden]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, '.zapomni.json'), JSON.stringify({ workspace: path.basename(folder) }));
    }
    await run('serve', '--background');
    await run('add', DECISION, '--kind', 'decision', '--workspace', 'shop');
    await run('add', FACT);
  }, 120_000);
  afterAll(async () => void (await run('stop')), 60_000);

  /** As the client runs it, in the folder that it works in. Null for silence. */
  async function hook(client: string, folder: string, input: object): Promise<unknown> {
    const child = spawn(process.execPath, [HOOK], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: path.dirname(dataDir),
        ZAPOMNI_DATA_DIR: dataDir,
        ...OTHER_CLIENTS[client]?.env,
        ...(client === 'devin' ? { DEVIN_PROJECT_DIR: folder } : {}),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.on('error', () => undefined).end(JSON.stringify(input));
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(child.exitCode).toBe(0);
    return said === '' ? null : JSON.parse(said);
  }

  /** The model takes its time to load, and a hook does not wait for it. */
  async function told(client: string, folder: string, input: object): Promise<unknown> {
    let said: unknown = null;
    await condition(async () => (said = await hook(client, folder, input)) !== null);
    return said;
  }

  it.each(Object.entries(OTHER_CLIENTS))(
    '%s is told what it takes, once, and else nothing',
    async (client, { start, prompt, end, textAtStart, textAtPrompt }) => {
      const about = (session: string, words = ASK) => ({
        session: `${client}-${session}`,
        folder: shop,
        prompt: words,
      });
      if (start) {
        const begun = await told(client, shop, start(about('s1')));
        expect(textAtStart(begun)).toContain(DECISION);
        expect(textAtStart(begun)).not.toContain(FACT);
        expect(await told(client, shop, start(about('s2')))).toEqual(begun);
      }
      if (textAtPrompt) {
        let words = '';
        // Where nothing is taken at the start, the brief goes with the first prompt; what bears on one waits for the model.
        await condition(async () => {
          const said = await hook(client, shop, prompt(about('s1')));
          words += said === null ? '' : String(textAtPrompt(said));
          return words.includes(FACT) && (start !== null || words.includes(DECISION));
        });
        expect(words.split(FACT)).toHaveLength(2);
        expect(words.split(DECISION)).toHaveLength(start ? 1 : 2);
      }
      expect(await hook(client, shop, prompt(about('s1')))).toBeNull();
      const other = about('s1', 'Translate this paragraph into friendly French, please.');
      expect(await hook(client, shop, prompt(other))).toBeNull();
      expect(await hook(client, shop, end(about('s1'), 'Every Monday.'))).toBeNull();
    },
    120_000,
  );

  it.each(Object.entries(OTHER_CLIENTS))(
    '%s is captured at the end of a turn, and the next session knows it',
    async (client, { start, prompt, end, saysAnswer, textAtPrompt }) => {
      const [decision, open] = [
        `We decided to grow tomatoes for ${client}.`,
        `Still open: the fence of ${client} has no gate.`,
      ];
      const about = (session: string, words: string) => ({
        session: `${client}-${session}`,
        folder: garden,
        prompt: words,
      });
      const said = about('t1', `${decision} Can you draw the beds?`);
      const kept = async (): Promise<string> =>
        (await run('list', '--json', '--workspace', 'garden', '-n', '100')).stdout;
      // A hook that got no time to speak within its deadline is run again; the same turn twice is one.
      await condition(async () => {
        await hook(client, garden, prompt(said));
        expect(await hook(client, garden, end(said, `Here they are.\n\n${open}`))).toBeNull();
        const there = await kept();
        return there.includes(decision) && (!saysAnswer || there.includes(open));
      });
      const texts = await kept();
      expect(texts.split(decision)).toHaveLength(2);
      expect(texts.includes(open)).toBe(saysAnswer);
      expect(texts).not.toMatch(/draw the beds|Here they are|Planner/);
      if (!start && !textAtPrompt) return;
      const next = (start ?? prompt)(about('next', 'What is it that we decided here?'));
      expect(JSON.stringify(await told(client, garden, next))).toContain(decision);
    },
    120_000,
  );
});
