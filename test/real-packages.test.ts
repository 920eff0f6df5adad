/**
 * The packages in `plugins/`, loaded by the real programs that they are for: validated, installed and listed by their own commands. Optional, because
 * the programs are large; one that is not there is passed over.
 *
 *   npm install --prefix FOLDER @anthropic-ai/claude-code @openai/codex @github/copilot @google/gemini-cli opencode-ai
 *   ZAPOMNI_REAL_CLIENTS=FOLDER/node_modules npx vitest run --project unit test/real-packages.test.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const given = process.env['ZAPOMNI_REAL_CLIENTS'] ?? '';
const NOT_GIVEN = given === '' ? ' (skipped: ZAPOMNI_REAL_CLIENTS names no folder with the programs)' : '';
const ROOT = path.join(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'zapomni-packages-'));
const programOf = (name: string): string => path.join(given, '.bin', name);

/** All that it says. `yes` to whatever it asks. */
async function run(name: string, ...args: string[]): Promise<string> {
  const child = spawn(programOf(name), args, {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: tmpdir(), CI: '1', NO_COLOR: '1' },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined).end('y\ny\n');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(child.exitCode, `${name} ${args.join(' ')}: ${out}${err}`).toBe(0);
  return out + err;
}

const withProgram = (name: string) => it.skipIf(given === '' || !existsSync(programOf(name)));

describe(`the packages in the real programs${NOT_GIVEN}`, { timeout: 180_000 }, () => {
  beforeAll(() => {
    for (const folder of ['.codex', '.config/opencode']) mkdirSync(path.join(home, folder), { recursive: true });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  withProgram('claude')('Claude Code finds nothing to object to, also for its directory, and enables it', async () => {
    const plugin = path.join(ROOT, 'plugins/claude-code/zapomni');
    const checked = await run('claude', 'plugin', 'validate', '--strict', '--profile', 'directory', plugin);
    expect(checked).toContain('Validation passed');
    expect(await run('claude', 'plugin', 'validate', '--strict', ROOT)).toContain('Validation passed');
    await run('claude', 'plugin', 'marketplace', 'add', ROOT);
    await run('claude', 'plugin', 'install', 'zapomni@zapomni');
    expect(await run('claude', 'plugin', 'list')).toMatch(/zapomni@zapomni[^]*enabled/);
  });

  withProgram('codex')('Codex installs it and has its server', async () => {
    await run('codex', 'plugin', 'marketplace', 'add', ROOT);
    await run('codex', 'plugin', 'add', 'zapomni@zapomni');
    expect(await run('codex', 'plugin', 'list')).toMatch(/zapomni@zapomni\s+installed, enabled/);
    expect(await run('codex', 'mcp', 'list')).toMatch(/zapomni\s+npx\s+-y zapomni/);
  });

  withProgram('copilot')('Copilot CLI installs it and has its server', async () => {
    await run('copilot', 'plugin', 'marketplace', 'add', ROOT);
    expect(await run('copilot', 'plugin', 'install', 'zapomni@zapomni')).toContain('Installed 1 skill');
    expect(await run('copilot', 'plugin', 'list')).toMatch(/zapomni@zapomni[^\n]*enabled/);
    expect(await run('copilot', 'mcp', 'list')).toMatch(/Plugin servers:\s+zapomni/);
  });

  withProgram('gemini')('Gemini CLI validates and installs it, with its server, its rules and its skill', async () => {
    const extension = path.join(ROOT, 'plugins/gemini/zapomni');
    expect(await run('gemini', 'extensions', 'validate', extension)).toContain('successfully validated');
    await run('gemini', 'extensions', 'install', extension, '--consent');
    const listed = await run('gemini', 'extensions', 'list');
    expect(listed).toMatch(/zapomni[^]*GEMINI\.md[^]*MCP servers:\s+zapomni[^]*skills:\s+zapomni/);
  });

  withProgram('opencode')('opencode has its module, its commands and its skill', async () => {
    cpSync(path.join(ROOT, 'plugins/opencode/zapomni'), path.join(home, '.config/opencode'), { recursive: true });
    const config = await run('opencode', 'debug', 'config');
    for (const name of ['plugins/zapomni.js', '"remember"', '"recall"', '"forget"']) expect(config).toContain(name);
    expect(await run('opencode', 'debug', 'skill')).toContain('"zapomni"');
  });
});
