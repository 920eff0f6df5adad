/** The bundle for Claude Desktop, unpacked and started as a client starts it: one file for all platforms, without native code. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getMcpConfigForManifest, MANIFEST_SCHEMAS, unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle } from '../../scripts/mcpb/make-bundle.ts';
import { packed } from './packed.ts';

const PATIENCE = { timeout: 120_000, interval: 200 };

describe('the bundle', () => {
  let folder: string;
  let bundle: string;
  let config: { command: string; args?: string[]; env?: Record<string, string> };
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni mcpb-'));
    bundle = path.join(folder, 'unpacked');
    const modules = path.join(packed().cwd, 'node_modules');
    const outfile = path.join(folder, 'zapomni.mcpb');
    await makeBundle({ product: path.join(modules, 'zapomni'), modules, outfile });
    expect(await unpackExtension({ mcpbPath: outfile, outputDir: bundle, silent: true })).toBe(true);
    const manifest = MANIFEST_SCHEMAS['0.3'].parse(
      JSON.parse(readFileSync(path.join(bundle, 'manifest.json'), 'utf8')),
    );
    const asked = { manifest, extensionPath: bundle, systemDirs: {}, userConfig: {}, pathSeparator: path.sep };
    config = (await getMcpConfigForManifest(asked)) as typeof config;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const environment = () => ({
    ...config.env,
    PATH: process.env['PATH'] ?? '',
    ZAPOMNI_DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
  });

  it('has all that it needs, and no native code', () => {
    const files = globSync('**/*', { cwd: bundle });
    expect(files.filter((file) => /\.(node|so|dylib|dll)(\.|$)/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', path.join('dist', 'onnxruntime.wasm.br')]));
    expect(config).toMatchObject({
      command: 'node',
      args: [`${bundle}/dist/zapomni.js`],
      env: { ZAPOMNI_DATA_DIR: '', ZAPOMNI_TOOLS: 'memory,workspaces', ZAPOMNI_WORKSPACE: 'default' },
    });
  });

  it('answers, remembers and finds by meaning', async () => {
    const client = new Client({ name: 'e2e', version: '1' });
    const args = config.args ?? [];
    await client.connect(
      new StdioClientTransport({ command: packed().node, args, env: environment(), stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_memory');
    const text = 'The physician prescribed some medicine';
    const added = await client.callTool({ name: 'add_memory', arguments: { text } });
    expect(added.isError).toBe(false);
    const search = { name: 'search_memory', arguments: { query: 'a doctor gave out drugs' } };
    const found = async () => (await client.callTool(search)).structuredContent;
    await expect.poll(found, PATIENCE).toMatchObject({ mode: 'hybrid', results: [{ text, matched: ['meaning'] }] });
    await client.close();
  });

  it('says that WebAssembly runs the model, and why', () => {
    const args = [path.join(bundle, 'dist', 'zapomni.js'), 'doctor', '--json'];
    const { stdout } = spawnSync(packed().node, args, { encoding: 'utf8', env: environment(), timeout: 150_000 });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
    expect(checks.find(({ name }) => name === 'Model')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/run by WebAssembly.*: the native library is not installed/) as string,
    });
    expect(checks.find(({ name }) => name === 'Write test')).toMatchObject({ status: 'ok' });
  });
});
