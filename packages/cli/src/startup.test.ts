/** What each way to start loads. A slow start comes from modules, so it is the modules that are watched, not the clock. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from './testing/run-zapomni.ts';

/** Writes the URL of each module as it is loaded, and a mark for each write to stdout, to the file named by TRACE. */
const TRACER = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const note = (line) => appendFileSync(process.env.TRACE, line + '\\n');
registerHooks({ load(url, context, next) { note(url); return next(url, context); } });
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...args) => { note('stdout'); return write(...args); };
`;
const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(TRACER)}`];
const HEAVY =
  /node_modules\/(zod|@modelcontextprotocol|onnxruntime|@huggingface)|node:sqlite|packages\/(core\/src\/(app|config)|providers\/src\/readers|db|mcp\/src\/(?!identity|version))/;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

afterAll(removeTemporaryFolders);

function traced() {
  const TRACE = path.join(temporaryFolder(), 'trace');
  return { env: { TRACE }, read: () => readFileSync(TRACE, 'utf8').trim().split('\n') };
}

describe('the start', () => {
  it.each([['--version'], ['--help'], ['help settings'], ['search --help'], ['no-such-command']])(
    '`zapomni %s` loads nothing but the command line itself',
    async (words) => {
      const { env, read } = traced();
      await runZapomni(words.split(' '), { env, nodeArgs });
      const modules = read().filter((url) => url !== 'stdout');
      expect(modules.some((url) => url.endsWith('cli/src/main.ts'))).toBe(true);
      expect(modules.filter((url) => HEAVY.test(url))).toEqual([]);
    },
  );

  it('answers initialize before anything heavy is loaded', async () => {
    const { env, read } = traced();
    const dataDir = temporaryFolder();
    const input = `${JSON.stringify(INITIALIZE)}\n`;
    const { stdout, status } = await runZapomni(['--data-dir', dataDir], { env, nodeArgs, input });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'zapomni' } } });
    const trace = read();
    const answered = trace.indexOf('stdout');
    const heavy = trace.findIndex((url) => HEAVY.test(url));
    expect(answered).toBeGreaterThan(0);
    expect(heavy).toBeGreaterThan(answered);
  });

  it('starts without store and model, and tells what it starts with', async () => {
    verifies('R033', 'R057', 'R165');
    const dataDir = path.join(temporaryFolder(), 'not-made');
    const { env, read } = traced();
    const input = `${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`;
    const { stderr, stdout } = await runZapomni(['--data-dir', dataDir], { env, nodeArgs, input });
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(read().filter((url) => /onnxruntime|\/(connection|workers)\/worker\.ts$/.test(url))).toEqual([]);
    // The way out to the network comes with the first request to it.
    expect(read().filter((url) => /providers\/src\/net\/(wire\/wire|web|cache)|node:https?$/.test(url))).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const configuration = lines.find(({ event }) => event === 'configuration');
    expect(configuration).toMatchObject({
      level: 'info',
      config: { data_dir: dataDir, store: 'sqlite', concurrency: 8 },
      given: { data_dir: '--data-dir' },
    });
    expect(lines.find(({ event }) => event === 'server_starting')).toMatchObject({
      tools: expect.arrayContaining(['add_memory', 'search_memory']) as string[],
      tool_count: expect.any(Number) as number,
      config: expect.any(Object) as object,
    });
    expect(lines.find(({ event }) => event === 'greeting_mismatch')).toBeUndefined();
  });
});

describe('the command file', () => {
  const entry = new URL('../bin/zapomni.ts', import.meta.url).pathname;

  it('has no static import and no syntax newer than ES2020', async () => {
    const compile = async (target: string) => {
      const { outputFiles } = await build({ entryPoints: [entry], target, write: false, logLevel: 'silent' });
      return outputFiles[0]?.text ?? '';
    };
    const text = await compile('esnext');
    expect(text).toBe(await compile('es2020'));
    expect(text).not.toMatch(/^\s*(import|export)\b(?!\()/m);
  });

  it.each(['14.21.3', '20.20.2', '22.17.1'])('tells Node %s what it needs, in one line', async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    const { status, stdout, stderr } = await runZapomni(['--version'], { nodeArgs: preload });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^zapomni needs Node\.js 22\.18 or newer, and this is [\d.]+\. .*nodejs\.org.*\n$/);
  });

  it.each(['22.18.0', '23.0.0', '24.21.0'])('is content with Node %s', async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    expect(await runZapomni(['--version'], { nodeArgs: preload })).toMatchObject({ status: 0, stderr: '' });
  });
});

it('the environment file of development is read', async () => {
  verifies('R162');
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { dev: string } };
  const flag = scripts.dev.split(' ').find((word) => word.startsWith('--env-file'));
  const cwd = temporaryFolder();
  writeFileSync(path.join(cwd, '.env'), `ZAPOMNI_DATA_DIR=${path.join(cwd, 'from-file')}\n`);
  const { stdout } = await runZapomni(['stats'], { cwd, nodeArgs: [flag ?? ''] });
  expect(stdout).toMatch(new RegExp(`^Data +${path.join(cwd, 'from-file')}$`, 'm'));
  const real = await runZapomni(['stats'], { cwd, nodeArgs: [flag ?? ''], env: { ZAPOMNI_DATA_DIR: cwd } });
  expect(real.stdout).toMatch(new RegExp(`^Data +${cwd}$`, 'm'));
});
