/** The installed command by itself: what it prints, how it ends, what it says on a runtime that is too old. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from './packed.ts';

describe('the installed command', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const run = (args: string[], input = '', env: Record<string, string> = {}) =>
    spawnSync(packed().node, [packed().bin, ...args], {
      input,
      encoding: 'utf8',
      env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir, ...env },
    });

  it('is one package with two dependencies, one that it can do without, and no install script', () => {
    verifies('R297');
    const manifest = JSON.parse(readFileSync(path.join(packed().cwd, 'node_modules/zapomni/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      optionalDependencies: Record<string, string>;
      scripts: Record<string, string>;
    };
    expect(Object.keys(manifest.dependencies)).toEqual(['citeproc', 'onnxruntime-node']);
    expect(Object.keys(manifest.optionalDependencies)).toEqual(['playwright-core']);
    for (const script of ['preinstall', 'install', 'postinstall']) expect(manifest.scripts).not.toHaveProperty(script);
    expect(
      readdirSync(path.join(packed().cwd, 'node_modules'))
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['citeproc', 'onnxruntime-common', 'onnxruntime-node', 'playwright-core', 'zapomni']);
  });

  it('answers piped requests, puts nothing else on stdout and JSON lines on stderr, and ends with the input', () => {
    verifies('R003', 'R016', 'R043', 'R056');
    const requests = [
      {
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
      },
      { method: 'tools/list' },
      { method: 'tools/call', params: { name: 'add_memory', arguments: { text: 'piped in' } } },
      { method: 'tools/call', params: { name: 'get_stats', arguments: {} } },
      { method: 'ping' },
    ].map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request }));
    const { stdout, stderr, status } = run([], `${requests.join('\n')}\n`);
    expect(status).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result?: object });
    expect(answers.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3, 4]);
    for (const answer of answers) expect(answer.result).toBeDefined();
    for (const line of stderr.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({
        timestamp: expect.any(String),
        level: expect.any(String),
        event: expect.any(String),
      });
  });

  it('works under flags of the runtime that threads of their own refuse', () => {
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
    const flags = ['--max-old-space-size=512', '--stack-trace-limit=20'];
    const { stdout, status } = spawnSync(node, [...flags, bin, 'add', 'kept with a heap of its own', '--json'], {
      encoding: 'utf8',
      env,
    });
    expect({ status, added: JSON.parse(stdout) as object }).toMatchObject({ status: 0, added: { status: 'success' } });
  });

  it('takes an empty input for what it is', () => {
    verifies('R017', 'R018');
    for (const input of ['', '\n']) expect(run([], input)).toMatchObject({ status: 0, stdout: '' });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s, at once and well', async (signal) => {
    verifies('R019', 'R020', 'D017');
    const child = spawn(packed().node, [packed().bin], {
      env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
    await once(child.stdout, 'data');
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });

  it('adds and finds from the command line, through the bundled model', () => {
    expect(run(['add', 'Anna chose PostgreSQL for billing because of row locks', '--tag', 'decision']).status).toBe(0);
    const { stdout, status } = run(['search', 'which database stores invoices', '--json']);
    expect(status).toBe(0);
    expect(stdout).toContain('Anna chose PostgreSQL');
  });

  it('finds itself in good health', () => {
    const { stdout, status } = run(['doctor']);
    expect(stdout).toMatch(/model/i);
    expect(status).toBe(0);
  });

  it('says its version and helps', () => {
    expect(run(['--version']).stdout.trim()).toMatch(/\d+\.\d+\.\d+$/);
    expect(run(['--help']).stdout).toMatch(/search/);
    expect(run(['no-such-command']).status).toBe(2);
  });

  it('stops at a setting it cannot use, and names it', () => {
    verifies('R164');
    const { stderr, stdout, status } = run([], '', { ZAPOMNI_CONCURRENCY: 'many' });
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('ZAPOMNI_CONCURRENCY');
  });

  const oldNode = findOldNode();
  it.skipIf(oldNode === undefined)('tells an old Node what it needs, in one line', () => {
    const { stderr, stdout, status } = spawnSync(oldNode as string, [packed().bin], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('22.18');
  });
});

/** A Node on this machine that is older than ours, if there is one. */
function findOldNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
    try {
      return Number(/^v(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]) < 22;
    } catch {
      return false;
    }
  });
}
