/** What is asked before a client's file is changed, and what an answer does. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTerminal } from '../output/terminal.ts';
import type { Place } from './clients/place.ts';
import { CLIENTS } from './clients/table.ts';
import { standingOf, type Standing } from './connect.ts';
import { setUp, takeOff, type Asked } from './run-setup.ts';

const CURSOR = '{\n  "mcpServers": {}\n}\n';
let place: Place;
beforeEach(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'zapomni-setup-'));
  for (const folder of ['.cursor', '.codex']) await mkdir(path.join(home, folder));
  await writeFile(path.join(home, '.cursor', 'mcp.json'), CURSOR);
  place = { platform: 'linux', home, env: {}, project: path.join(home, 'project'), exists: existsSync };
});
afterEach(() => rm(place.home, { recursive: true, force: true }));

async function standings(): Promise<Standing[]> {
  const clients = CLIENTS.filter(({ id }) => id === 'cursor' || id === 'codex');
  return (await Promise.all(clients.map((one) => standingOf(one, 'user', place)))).flatMap((one) => one ?? []);
}

/** Gives the answers one after the other, and keeps what was asked and what had been shown since the question before. */
function asking(...answers: boolean[]) {
  const [questions, shown] = [[] as { question: string; shown: string }[], [] as string[]];
  const terminal = { ...openTerminal({}), print: (text: string) => void shown.push(text), note: () => undefined };
  const asked: Asked = {
    place,
    terminal,
    connection: { kind: 'stdio', command: 'npx', args: ['-y', 'zapomni'] },
    rules: false,
    hooks: null,
    isNamed: false,
    isDry: false,
    mayWrite: async (question) => {
      questions.push({ question: question.trim(), shown: shown.splice(0).join('\n') });
      return answers.shift() ?? false;
    },
  };
  return { asked, questions };
}

const cursor = () => readFile(path.join(place.home, '.cursor', 'mcp.json'), 'utf8');

it('asks for each client after showing what would change, and writes only where the answer is yes', async () => {
  const { asked, questions } = asking(false, true);
  expect(await setUp(await standings(), asked)).toEqual([
    { client: 'codex', result: 'declined' },
    { client: 'cursor', result: 'written' },
  ]);
  expect(questions).toEqual([
    { question: 'Connect?', shown: expect.stringMatching(/Codex.*config\.toml[^]*\[mcp_servers\.zapomni\]/) },
    { question: 'Connect?', shown: expect.stringMatching(/Cursor.*mcp\.json[^]*"zapomni": \{/) },
  ]);
  expect(await cursor()).toContain('zapomni');
  expect(existsSync(path.join(place.home, '.codex', 'config.toml'))).toBe(false);
});

it('says so when another server has our name, and leaves it there', async () => {
  const other = '{"mcpServers": {"zapomni": {"command": "somebody-elses"}}}';
  await writeFile(path.join(place.home, '.cursor', 'mcp.json'), other);
  const { asked, questions } = asking();
  expect((await setUp(await standings(), asked)).map(({ result }) => result)).toEqual(['declined', 'declined']);
  expect(questions[1]?.question).toContain('Another server has our name');
  expect(await cursor()).toBe(other);
});

it('takes nothing off unasked', async () => {
  await setUp(await standings(), asking(true, true).asked);
  const connected = await cursor();
  expect(await takeOff(await standings(), asking().asked)).toContainEqual({ client: 'cursor', result: 'declined' });
  expect(await cursor()).toBe(connected);
});
