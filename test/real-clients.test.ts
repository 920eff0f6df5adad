/**
 * The real Claude Code, Codex and, where they are there, Kimi and those of `real-clients/programs.ts`, with a stand-in for their models: set up, told the
 * brief unasked, and the sessions of the first two read afterwards. Optional, because the programs are large:
 *
 *   npm install --prefix FOLDER @anthropic-ai/claude-code @openai/codex @moonshot-ai/kimi-code \
 *     @google/gemini-cli @qwen-code/qwen-code opencode-ai droid @github/copilot
 *   ZAPOMNI_REAL_CLIENTS=FOLDER/node_modules npx vitest run --project unit test/real-clients.test.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TranscriptItem } from '@zapomni/core/ports';
import { TRANSCRIPT_SOURCES } from '@zapomni/providers/transcripts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAMS } from './real-clients/programs.ts';
import { openStandInModel, type StandInModel } from './real-clients/stand-in-model.ts';

const given = process.env['ZAPOMNI_REAL_CLIENTS'] ?? '';
const NOT_GIVEN = given === '' ? ' (skipped: ZAPOMNI_REAL_CLIENTS names no folder with the programs)' : '';
const BIN = path.join(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'zapomni.ts');
const DECISION = 'We deploy the shop with Kamal on Hetzner machines.';
const PROMPT = 'Say in one sentence how the shop is deployed here.';
const ANSWER = 'With Kamal, on machines of Hetzner.';

const root = mkdtempSync(path.join(tmpdir(), 'zapomni-real-'));
const [home, shop, data] = ['home', 'shop', 'data'].map((name) => path.join(root, name)) as [string, string, string];
let model: StandInModel;

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd: shop,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: root, ZAPOMNI_DATA_DIR: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(child.exitCode, `${path.basename(command)}: ${out}${err}`).toBe(0);
  return out;
}
const zapomni = (...args: string[]): Promise<string> => run(process.execPath, [BIN, ...args]);

async function sessionsOf(client: string): Promise<TranscriptItem[]> {
  const source = TRANSCRIPT_SOURCES.find((one) => one.client === client) ?? expect.fail(client);
  const items: TranscriptItem[] = [];
  for await (const file of source.find({ platform: process.platform, home, env: {} }))
    for await (const item of source.read(file)) items.push(item);
  return items;
}

describe.skipIf(given === '')(`the real programs${NOT_GIVEN}`, () => {
  beforeAll(async () => {
    for (const folder of [path.join(home, '.claude'), path.join(home, '.codex'), path.join(shop, '.git')])
      mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(shop, '.zapomni.json'), '{"workspace": "shop"}');
    model = await openStandInModel(ANSWER);
    const provider = `[model_providers.mock]\nname = "mock"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`;
    writeFileSync(
      path.join(home, '.codex', 'config.toml'),
      `model = "stand-in"\nmodel_provider = "mock"\n\n${provider}`,
    );
    await zapomni('serve', '--background');
    await zapomni('add', DECISION, '--kind', 'decision', '--workspace', 'shop');
    mkdirSync(path.join(home, '.kimi-code'), { recursive: true });
    writeFileSync(
      path.join(home, '.kimi-code', 'config.toml'),
      `default_model = "m"\n\n[providers.mock]\ntype = "anthropic"\nbase_url = "${model.url}"\napi_key = "x"\n\n[models.m]\nprovider = "mock"\nmodel = "stand-in"\nmax_context_size = 100000\n`,
    );
    for (const { file, settings } of PROGRAMS) {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      writeFileSync(path.join(home, file), JSON.stringify(settings(model.url)));
    }
    const clients = ['claude-code', 'codex', 'kimi', ...PROGRAMS.map(({ client }) => client)].join(',');
    await zapomni('setup', '--hooks', '--client', clients, '--yes', '--no-verify');
  }, 180_000);
  afterAll(async () => {
    await zapomni('stop');
    model.close();
    rmSync(root, { recursive: true, force: true });
  }, 60_000);

  const told = (): string => model.asked.splice(0).join('\n');

  it('Claude Code is told the brief, and its session is read', async () => {
    const [claude = ''] = globSync('@anthropic-ai/claude-code-*/claude', { cwd: given });
    const env = {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'x',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const out = await run(path.join(given, claude), ['-p', PROMPT], env);
    expect(out).toContain(ANSWER);
    const request = told();
    expect(request).toContain('zapomni-memory');
    expect(request).toContain(DECISION);
    expect(await sessionsOf('claude-code')).toMatchObject([
      { client: 'claude-code', index: 0, folder: shop, user: PROMPT, answer: ANSWER },
    ]);
  }, 120_000);

  it('Codex is told the brief, and its session is read', async () => {
    const codex = path.join(given, '@openai', 'codex', 'bin', 'codex.js');
    const words = ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', PROMPT];
    const out = await run(process.execPath, [codex, ...words]);
    expect(out).toContain(ANSWER);
    const request = told();
    expect(request).toContain('zapomni-memory');
    expect(request).toContain(DECISION);
    expect(await sessionsOf('codex')).toMatchObject([
      { client: 'codex', index: 0, folder: shop, user: PROMPT, answer: ANSWER },
    ]);
  }, 120_000);

  it.skipIf(!existsSync(path.join(given, '.bin', 'kimi')))(
    'Kimi is told the brief with the first prompt',
    async () => {
      const out = await run(path.join(given, '.bin', 'kimi'), ['-p', PROMPT]);
      expect(out).toContain(ANSWER);
      const request = told();
      expect(request).toContain('hook_result');
      expect(request).toContain(DECISION);
    },
    120_000,
  );

  for (const { client, logged, command, args, env } of PROGRAMS)
    it.skipIf(!existsSync(path.join(given, '.bin', command)))(
      `${client} is told the brief unasked, and is known by its name`,
      async () => {
        const out = await run(path.join(given, '.bin', command), [...args, PROMPT], env(model.url));
        expect(out).toContain(ANSWER);
        expect(told()).toContain(DECISION);
        expect(await zapomni('hook', 'log')).toContain(` ${logged} at the start, shop, `);
      },
      180_000,
    );
});
