/** Installing from a server that cuts, lies and sends elsewhere; from folders and archives; and what is left when it fails. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { WebServer, webTo } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../system/system-clock.ts';
import { createWeb } from '../net/web/create-web.ts';
import { CATALOGUE, keptFiles, type CatalogueModel } from './catalogue.ts';
import { installedModels, missingFiles, removeModel } from './installed-models.ts';
import { installModel, isRight, type InstallProgress } from './install-model.ts';
import { diskSource, webSource, type ModelSource } from './model-source.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const WEIGHTS = Buffer.alloc(300_000, 'weights of a model ');
const WORDS = Buffer.from(JSON.stringify({ words: ['a', 'b'] }));
const upper = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().toUpperCase());

const MODEL: CatalogueModel = {
  name: 'small',
  about: 'A model for tests',
  licence: 'MIT',
  model: { name: 'languages/small', dimensions: 4, maxTokens: 8 },
  source: 'https://models.invalid/',
  hosts: [],
  files: [
    { path: 'onnx/weights.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
    { path: 'words.json', bytes: WORDS.length, sha256: sha256(WORDS) },
  ],
  made: [{ path: 'words.bin', from: 'words.json', bytes: WORDS.length, sha256: sha256(upper(WORDS)), make: upper }],
};

let folder: string;
const servers: WebServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-models-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function serve(): Promise<WebServer> {
  const server = await WebServer.start();
  servers.push(server);
  server.page('/words.json', (response) => void response.end(WORDS));
  server.page('/onnx/weights.onnx', (response, { headers }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const range = { 'content-range': `bytes ${from}-${WEIGHTS.length - 1}/${WEIGHTS.length}` };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? range : {}).end(WEIGHTS.subarray(from));
  });
  return server;
}

const fromServer = (server: WebServer) => webSource(webTo(server), `http://127.0.0.1:${server.port}`);
const install = (source: ModelSource, more: Partial<Parameters<typeof installModel>[0]> = {}) =>
  installModel({ folder, model: MODEL, source, ...more });
const ranges = ({ requests }: WebServer) => requests.map(({ path, headers }) => [path, headers.range]);

function expectInstalled(): void {
  expect(readdirSync(folder)).toEqual(['small']);
  expect(readFileSync(join(folder, 'small/onnx/weights.onnx')).equals(WEIGHTS)).toBe(true);
  expect(readFileSync(join(folder, 'small/words.bin')).equals(upper(WORDS))).toBe(true);
  expect(missingFiles(folder, MODEL)).toEqual([]);
}

describe('a model from the network', () => {
  it('is there as a whole, with what is made of it and without what that was made of', async () => {
    const seen: InstallProgress[] = [];
    expect(await install(fromServer(await serve()), { onProgress: (progress) => seen.push(progress) })).toBe(true);
    expectInstalled();
    expect(existsSync(join(folder, 'small/words.json'))).toBe(false);
    const total = WEIGHTS.length + WORDS.length;
    expect(seen.at(-1)).toEqual({ bytes: total, total });
    expect(seen.map(({ bytes }) => bytes)).toEqual(seen.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
  });

  it('is not fetched again while it is right, and fetched again when it is not', async () => {
    const server = await serve();
    await install(fromServer(server));
    const asked = server.requests.length;
    expect(await install(fromServer(server))).toBe(false);
    expect(server.requests).toHaveLength(asked);
    writeFileSync(join(folder, 'small/words.bin'), 'something else');
    expect(await isRight(join(folder, 'small'), MODEL)).toBe(false);
    expect(await install(fromServer(server))).toBe(true);
    expectInstalled();
  });

  it('goes on at the byte where the line was cut', async () => {
    const server = await serve();
    const whole = 120_000;
    server.page('/onnx/weights.onnx', (response, { headers }, nth) => {
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const end = nth < 3 ? from + whole : WEIGHTS.length;
      const range = { 'content-range': `bytes ${from}-${WEIGHTS.length - 1}/${WEIGHTS.length}` };
      const heads = { 'content-length': WEIGHTS.length - from, ...(from > 0 ? range : {}) };
      response.writeHead(from > 0 ? 206 : 200, heads);
      response.write(WEIGHTS.subarray(from, end), () =>
        nth < 3 ? void setTimeout(() => response.destroy(), 100) : void response.end(),
      );
    });
    expect(await install(fromServer(server))).toBe(true);
    expectInstalled();
    const asked = ranges(server).filter(([path]) => path === '/onnx/weights.onnx');
    expect(asked[0]?.[1]).toBeUndefined();
    expect(asked.length).toBeGreaterThan(1);
    for (const [, range] of asked.slice(1)) expect(range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it('goes on where an earlier command was stopped, though it is sent to another host', async () => {
    const [first, store] = [await serve(), await serve()];
    const move = (path: string) => `http://127.0.0.1:${store.port}${path}`;
    first.otherwise((response, { path }) => void response.writeHead(302, { location: move(path) }).end());
    for (const path of ['/words.json', '/onnx/weights.onnx']) {
      first.page(path, (response) => void response.writeHead(302, { location: move(path) }).end());
    }
    mkdirSync(join(folder, 'small.part/onnx'), { recursive: true });
    writeFileSync(join(folder, 'small.part/onnx/weights.onnx.part'), WEIGHTS.subarray(0, 1000));
    const web = createWeb({
      hosts: [],
      privateHosts: [`127.0.0.1:${first.port}`, `127.0.0.1:${store.port}`],
      userAgent: 'zapomni-test',
      clock: systemClock,
      logger: createRecordingLogger(),
    });
    expect(await install(webSource(web, `http://127.0.0.1:${first.port}/`))).toBe(true);
    expectInstalled();
    expect(ranges(store)).toContainEqual(['/onnx/weights.onnx', 'bytes=1000-']);
  });

  it('begins anew where what lay there was of something else', async () => {
    mkdirSync(join(folder, 'small.part/onnx'), { recursive: true });
    writeFileSync(join(folder, 'small.part/onnx/weights.onnx.part'), 'the beginning of another file');
    await install(fromServer(await serve()));
    expectInstalled();
  });

  it.each([
    ['other bytes of the same length', Buffer.alloc(WEIGHTS.length, 'x')],
    ['too few bytes', WEIGHTS.subarray(0, 500)],
    ['too many bytes', Buffer.concat([WEIGHTS, Buffer.from('more')])],
  ])('is refused for %s, and nothing is left of it', async (_, bytes) => {
    const server = await serve();
    server.page('/onnx/weights.onnx', (response) => void response.end(bytes));
    const installing = install(fromServer(server));
    await expect(installing).rejects.toMatchObject({
      code: expect.stringMatching(/^(UPSTREAM_FAILED|TOO_LARGE)$/) as string,
    });
    expect(existsSync(join(folder, 'small'))).toBe(false);
    expect(existsSync(join(folder, 'small.part/onnx/weights.onnx'))).toBe(false);
    expect(existsSync(join(folder, 'small.part/onnx/weights.onnx.part'))).toBe(false);
    expect(installedModels(folder)).toEqual([]);
  });

  it('keeps what is right for the next time when the second file is wrong', async () => {
    const server = await serve();
    server.page(
      '/words.json',
      (response, _request, nth) => void response.end(nth === 1 ? Buffer.alloc(WORDS.length, 'x') : WORDS),
    );
    await expect(install(fromServer(server))).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(existsSync(join(folder, 'small'))).toBe(false);
    await install(fromServer(server));
    expectInstalled();
    expect(server.paths().filter((path) => path === '/onnx/weights.onnx')).toHaveLength(1);
  });

  it('says when the source does not have it', async () => {
    const server = await WebServer.start();
    servers.push(server);
    await expect(install(fromServer(server))).rejects.toThrow(/does not give onnx\/weights\.onnx \(status 404\)/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('asks again when nothing comes any more', async () => {
    const server = await serve();
    server.page('/words.json', (response, _request, nth) => {
      if (nth === 1) response.writeHead(200, { 'content-length': WORDS.length }).write(WORDS.subarray(0, 5));
      else response.end(WORDS);
    });
    await install(fromServer(server), { stallMs: 300 });
    expectInstalled();
  });

  it('stops when it is told to', async () => {
    const server = await serve();
    const stop = new AbortController();
    server.page('/onnx/weights.onnx', (response) => {
      response.writeHead(200, { 'content-length': WEIGHTS.length }).write(WEIGHTS.subarray(0, 100));
      setTimeout(() => stop.abort(), 50);
    });
    await expect(install(fromServer(server), { signal: stop.signal })).rejects.toThrow(/cancelled|aborted/);
    expect(existsSync(join(folder, 'small'))).toBe(false);
  });
});

describe('a model from the disk', () => {
  function lay(place: string): string {
    const source = join(folder, '..', `${folder.split('/').at(-1)}-source`);
    for (const [file, bytes] of [
      [place, WEIGHTS],
      ['words.json', WORDS],
    ] as const) {
      mkdirSync(dirname(join(source, file)), { recursive: true });
      writeFileSync(join(source, file), bytes);
    }
    return source;
  }

  it.each(['onnx/weights.onnx', 'weights.onnx'])('comes from a folder that has %s', async (place) => {
    const source = lay(place);
    await install(diskSource(source));
    expectInstalled();
    rmSync(source, { recursive: true });
  });

  it.each([['-cf'], ['-czf']])('comes from an archive made with tar %s', async (how) => {
    const source = lay('onnx/weights.onnx');
    const archive = `${source}.tar`;
    execFileSync('tar', [how, archive, '-C', source, '.']);
    await install(diskSource(archive));
    expectInstalled();
    rmSync(source, { recursive: true });
    rmSync(archive);
  });

  it('says what is missing', async () => {
    expect(() => diskSource(join(folder, 'nowhere'))).toThrow(/nothing at the path/);
    mkdirSync(join(folder, 'empty'));
    await expect(install(diskSource(join(folder, 'empty')))).rejects.toThrow(/has no onnx\/weights\.onnx/);
    writeFileSync(join(folder, 'empty/no.tar'), Buffer.alloc(2000, 'no archive'));
    await expect(install(diskSource(join(folder, 'empty/no.tar')))).rejects.toThrow(/no archive that can be read/);
  });
});

describe('what is installed', () => {
  it('can be removed, with what was not finished', async () => {
    await install(fromServer(await serve()));
    expect(await removeModel(folder, MODEL)).toBe(WEIGHTS.length + WORDS.length);
    expect(readdirSync(folder)).toEqual([]);
    expect(await removeModel(folder, MODEL)).toBe(0);
  });

  it('has a hash for every file in the catalogue, and an address that does not change', () => {
    for (const model of CATALOGUE) {
      expect(model.source).toMatch(/^https:\/\/.+\/[0-9a-f]{40}\/$/);
      for (const { sha256: hash } of [...model.files, ...keptFiles(model)]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});
