import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '@zapomni/core/config';
import type { Browser, BrowserFacts } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { BUILTIN_MODEL_FILES, createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { systemClock } from '@zapomni/providers';
import { openTestBlobs } from '@zapomni/testkit/blobs';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { unprivileged } from '@zapomni/testkit/unprivileged';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { wireApp } from '../wire/wire.ts';
import { checkDataFolder } from './data-folder.ts';
import { checkModel } from './model.ts';
import { checkBrowser } from './browser.ts';
import { checkNetwork } from './network.ts';
import { checkRuntime } from './runtime.ts';
import { checkStore } from './store.ts';
import { checkWriting } from './write-test.ts';

afterAll(removeTemporaryFolders);

const logger = createRecordingLogger();
const other = unprivileged(fileURLToPath(import.meta.url));

describe('doctor', () => {
  it('finds this machine well, and touches no store of the user', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const env = { ZAPOMNI_DATA_DIR: dataDir, LOG_LEVEL: 'warn', ZAPOMNI_CONCURRENCY: '' };
    const { status, stdout, stderr } = await runZapomni(['doctor', '--json', '--chunk-size', '256'], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout) as { checks: { name: string; status: string }[]; settings: object };
    expect(report).toMatchObject({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      settings: {
        data_dir: { value: dataDir, source: 'environment', via: 'ZAPOMNI_DATA_DIR' },
        chunk_size: { value: 256, source: 'flag', via: '--chunk-size' },
        log_level: { value: 'warning', source: 'environment', via: 'LOG_LEVEL' },
        concurrency: { value: 8, source: 'default', via: null },
      },
    });
    expect(report.checks.map(({ name, status: verdict }) => `${name}: ${verdict}`)).toEqual([
      'Node.js: ok',
      'SQLite: ok',
      'Settings: ok',
      'Network: ok',
      'Clients: ok',
      'Data folder: ok',
      'Store: ok',
      'Model: ok',
      'Write test: ok',
    ]);
    expect(existsSync(dataDir)).toBe(false);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('zapomni-doctor-'))).toEqual([]);
  });

  it.skipIf(other?.uid === undefined)(
    'names a data folder that cannot be written, with advice and exit code 1',
    async () => {
      const parent = temporaryFolder();
      chmodSync(parent, 0o755);
      const env = {
        ZAPOMNI_DATA_DIR: path.join(parent, 'data'),
        ZAPOMNI_SEARCH_WAIT_MS: '0',
        ZAPOMNI_EMBED_WAIT_MS: '0',
      };
      const { status, stdout } = await runZapomni(['doctor'], { env, ...other });
      expect(status).toBe(1);
      expect(stdout).toMatch(/^✗ Data folder +\S+ cannot be made/m);
      expect(stdout).toContain(`Correct the permissions of ${parent}.`);
      expect(stdout).toMatch(/^✓ Node\.js/m);
    },
  );

  it('reports a setting that cannot be used', async () => {
    const { status, stdout } = await runZapomni(['doctor'], { env: { ZAPOMNI_CONCURRENCY: 'many' } });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ Settings +ZAPOMNI_CONCURRENCY: takes whole number/m);
  });
});

describe('the runtime', () => {
  it.each([
    ['22.17.9', '3.53.4', ['broken', 'ok']],
    ['22.18.0', '3.50.4', ['ok', 'warning']],
    ['24.21.0', '3.51.3', ['ok', 'ok']],
    ['100.0.0', '3.51.10', ['ok', 'ok']],
  ])('Node.js %s with SQLite %s is %o', (node, sqlite, expected) => {
    const checks = checkRuntime({ node, sqlite });
    expect(checks.map(({ status }) => status)).toEqual(expected);
    for (const { status, advice } of checks) expect(advice === '').toBe(status === 'ok');
  });
});

describe('the data folder', () => {
  it('may be missing as long as it can be made', async () => {
    const folder = temporaryFolder();
    expect(await checkDataFolder(folder)).toMatchObject({ status: 'ok' });
    const missing = await checkDataFolder(path.join(folder, 'a/b'));
    expect(missing).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('made with the first memory') as string,
    });
  });

  it('must not be a file', async () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await checkDataFolder(path.join(file, 'data'))).toMatchObject({
      status: 'broken',
      detail: `${file} is not a folder`,
    });
  });
});

describe('the network', () => {
  it('is off unless hosts are named, and says which', () => {
    expect(checkNetwork(parseConfig({ data_dir: '/data' }))).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^off; ZAPOMNI_WEB_HOSTS/) as string,
    });
    expect(
      checkNetwork(
        parseConfig({ data_dir: '/data', web_hosts: 'arxiv.org,*.arxiv.org', web_private_hosts: 'wiki.lan:8080' }),
      ),
    ).toMatchObject({
      detail: 'on, for arxiv.org, *.arxiv.org, wiki.lan:8080',
    });
    expect(checkNetwork(parseConfig({ data_dir: '/data', web_hosts: '*' })).detail).toBe('on, for every public host');
  });
});

describe('the browser', () => {
  const browser = (about: BrowserFacts): Browser => ({
    about: async () => about,
    open: () => Promise.reject(new Error('started')),
    close: async () => undefined,
  });

  it('is named with its version, and missed with what to do', async () => {
    const found = { browser: { name: 'Chromium', version: '147.0.1' }, reason: null };
    expect(await checkBrowser(browser(found))).toMatchObject({ status: 'ok', detail: 'Chromium 147.0.1' });
    const missing = { browser: null, reason: 'There is none. Install one: it is free.' };
    expect(await checkBrowser(browser(missing))).toMatchObject({
      status: 'warning',
      detail: 'There is none.',
      advice: 'Install one: it is free.',
    });
  });
});

describe('the model', () => {
  const check = async (modelDir: string) => {
    const embedder = createBuiltinEmbedder({ modelDir, workers: 1, logger });
    const result = await checkModel(modelDir, embedder);
    await embedder.close();
    return result;
  };

  it('is missed when its folder is not there', async () => {
    const result = await check('/nowhere/model');
    expect(result).toMatchObject({
      status: 'broken',
      advice: expect.stringContaining('Install Zapomni again') as string,
    });
    expect(result.detail).toContain('onnx/model_quantized.onnx');
  });

  it('is refused when a file is another one', async () => {
    const copy = temporaryFolder();
    mkdirSync(path.join(copy, 'onnx'));
    for (const file of Object.keys(BUILTIN_MODEL_FILES))
      copyFileSync(path.join(findBuiltinModel(), file), path.join(copy, file));
    writeFileSync(path.join(copy, 'tokenizer.json'), '{}');
    const result = await check(copy);
    expect(result).toMatchObject({ status: 'broken' });
    expect(result.detail).toMatch(/^MODEL_UNAVAILABLE: .*tokenizer\.json is damaged/);
  });
});

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('the store', () => {
  const open = (dataDir: string) => wireApp(parseConfig({ data_dir: dataDir }), logger, createFakeEmbedder());

  it('is looked at, quickly or page by page', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const app = open(dataDir);
    const place = { data_dir: dataDir, store: 'sqlite' };
    expect(await checkStore(app, place, false)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('none yet') as string,
    });
    await app.memories.add({ workspace: 'default', drafts: [{ text: 'one' }], batch: false });
    const quick = await checkStore(app, place, false);
    const deep = await checkStore(app, place, true);
    await app.close();
    expect(quick).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('1 memory, 1 passage; opens') as string,
    });
    expect(deep).toMatchObject({ status: 'ok', detail: expect.stringContaining('whole, every page read') as string });
  });

  it('is looked at with its blobs: those that are damaged, and those that records miss', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const place = { data_dir: dataDir, store: 'sqlite' };
    const blobs = openTestBlobs(path.join(dataDir, 'blobs'), systemClock);
    const app = open(dataDir);
    await app.memories.add({ workspace: 'default', drafts: [{ text: 'one' }], batch: false });
    const { hash } = await blobs.put(once('bytes'));
    const whole = { status: 'ok', detail: expect.stringContaining('1 blob (5 B); whole') as string };
    expect(await checkStore(app, place, true)).toMatchObject(whole);
    const missing = 'ab'.repeat(32);
    const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 1000, logger });
    const record = { op: 'put', collection: 'pictures', key: 'one', value: '{}', entries: [], parent: null } as const;
    await storage.records.write('default', [{ ...record, blobs: [missing, hash] }], 1);
    await storage.close();
    writeFileSync(path.join(dataDir, 'blobs', hash.slice(0, 2), hash.slice(2)), 'BYTES');
    const ill = await checkStore(app, place, true);
    const quick = await checkStore(app, place, false);
    await app.close();
    expect(ill).toMatchObject({ status: 'broken' });
    expect(ill.advice).toMatch(/that were put: 1\..*missing: 1\./);
    expect(quick).toMatchObject({ status: 'ok' });
  });

  it('is broken when the file is none', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(path.join(dataDir, 'zapomni.db'), 'no database'.repeat(1000));
    const app = open(dataDir);
    const result = await checkStore(app, { data_dir: dataDir, store: 'sqlite' }, false);
    await app.close();
    expect(result).toMatchObject({ status: 'broken', detail: expect.stringContaining('STORE_CORRUPT') as string });
    expect(result.advice).not.toBe('');
  });
});

describe('the write test', () => {
  const config = parseConfig({ data_dir: '/nowhere', search_wait_ms: '0', embed_wait_ms: '0' });

  it('does without the model, and says so', async () => {
    const embedder = createFakeEmbedder();
    embedder.failing = true;
    const result = await checkWriting(config, logger, embedder);
    expect(result).toMatchObject({ status: 'warning', detail: expect.stringContaining('not by meaning') as string });
  });
});
