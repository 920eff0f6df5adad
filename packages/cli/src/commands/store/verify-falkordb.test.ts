/** Damage of every part of a store on a server, planted behind its back: `verify` names the part, `repair` makes it anew beside. */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFalkordbStorage } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { fillSound } from '@zapomni/testkit/contracts';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';
import { silent } from '../../testing/stores.ts';

const server = await falkordbForTests();
const folder = temporaryFolder();
const zapomni = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

async function* piece(text: string) {
  yield Buffer.from(text);
}

interface Filled {
  readonly url: string;
  readonly name: string;
  readonly dataDir: string;
  readonly blob: string;
  query(cypher: string): Promise<unknown>;
  command(...args: string[]): Promise<unknown>;
  graph: string;
}

async function filled(): Promise<Filled> {
  const [name, dataDir] = [randomUUID(), path.join(folder, randomUUID())];
  const url = `${server?.url ?? ''}/${name}`;
  const blobs = createFolderBlobStore({ folder: path.join(dataDir, 'blobs'), clock: systemClock });
  const { hash } = await blobs.put(piece('a picture'));
  const storage = openFalkordbStorage({ url, logger: silent });
  await fillSound(storage, hash);
  await storage.close();
  const command = (...args: string[]) => server?.command(...args) ?? Promise.resolve(null);
  const entry = String(await command('HGET', `{${name}}:workspaces`, 'default'));
  const graph = `{${name}:${(JSON.parse(entry) as { number: number }).number}}`;
  const blob = path.join(dataDir, 'blobs', hash.slice(0, 2), hash.slice(2));
  return { url, name, dataDir, blob, graph, command, query: (cypher) => command('GRAPH.QUERY', graph, cypher) };
}

type Parts = Record<string, { status: string; faults: { fault: string; ids?: string[] }[] }>;

async function verify(url: string, dataDir: string): Promise<{ status: number | null; parts: Parts }> {
  const { status, stdout, stderr } = await zapomni.run(['verify', '--from', url, '--json'], {
    env: { ZAPOMNI_DATA_DIR: dataDir },
  });
  expect(stdout, stderr).not.toBe('');
  return { status, parts: (JSON.parse(stdout) as { parts: Parts }).parts };
}

/** The part, the fault, whether it can be derived, and how it is planted. */
const DAMAGE: [string, string, boolean, (store: Filled) => unknown][] = [
  ['store', 'wrong count', true, ({ query }) => query('MATCH (g:Store) SET g.memories = 7')],
  ['store', 'differ from their hash', false, ({ query }) => query(`MATCH (m:Memory) WITH m LIMIT 1 SET m.hash = '0'`)],
  ['passages', 'missing passages', true, ({ query }) => query('MATCH (m:Memory) WITH m LIMIT 1 SET m.passages = 9')],
  ['vectors', 'neither embedded nor waiting', true, ({ query }) => query('MATCH (w:Waiting) DETACH DELETE w')],
  ['words', 'differ from their text', true, ({ query }) => query(`MATCH (p:Passage) SET p.w = ''`)],
  [
    'graph',
    'differ from their evidence',
    true,
    ({ query }) => query('MATCH ()-[r:REL]->() SET r.strength = r.strength / 2'),
  ],
  ['graph', 'without evidence', true, ({ query }) => query('MATCH (v:Evidence) DETACH DELETE v')],
  ['records', 'missing from their index', true, ({ command, graph }) => command('DEL', `${graph}:index`)],
  ['work', 'items of work', true, ({ command, name }) => command('DEL', `{${name}}:work:order`)],
  ['blobs', 'missing', false, ({ blob }) => rmSync(blob)],
  ['blobs', 'bytes that were put', false, ({ blob }) => writeFileSync(blob, 'another')],
];

describe.skipIf(!server)('verify and repair with FalkorDB', () => {
  it('finds nothing wrong with a sound store', async () => {
    const { url, dataDir } = await filled();
    const { status, parts } = await verify(url, dataDir);
    expect(Object.entries(parts).filter(([, { status: one }]) => one !== 'ok')).toEqual([]);
    expect([status, Object.keys(parts)]).toEqual([
      0,
      ['store', 'passages', 'vectors', 'words', 'graph', 'records', 'work', 'blobs'],
    ]);
  });

  it.each(DAMAGE)('%s: %s', async (part, fault, isDerived, plant) => {
    const store = await filled();
    await plant(store);
    const { status, parts } = await verify(store.url, store.dataDir);
    expect(status).toBe(1);
    expect(parts[part]?.status).toBe('damaged');
    const named = parts[part]?.faults.find((one) => one.fault.includes(fault));
    expect(named, JSON.stringify(parts[part])).toBeDefined();
    if (!isDerived) expect(named?.ids).toHaveLength(1);
    const to = `${server?.url ?? ''}/${randomUUID()}`;
    const env = { ZAPOMNI_DATA_DIR: store.dataDir };
    const repaired = await zapomni.run(['repair', '--from', store.url, '--to', to, '--yes', '--json'], { env });
    expect(repaired.status, repaired.stderr + repaired.stdout).toBe(isDerived ? 0 : 1);
    const after = (JSON.parse(repaired.stdout) as { parts: Parts }).parts;
    const left = Object.entries(after).filter(([, { status: one }]) => one !== 'ok');
    expect(left.map(([name]) => name)).toEqual(isDerived ? [] : [part]);
  });
});
