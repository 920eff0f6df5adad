/** What no small repository has: thousands of callers, circles of classes, thousands of one name. Records as an index writes them. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import {
  CODE_EDGES,
  CODE_FILES,
  CODE_INBOUND,
  CODE_SYMBOLS,
  encodeEdges,
  encodeInbound,
  fileKey,
  foldName,
  inboundKey,
  REPOSITORIES,
  type InEdge,
  type OutEdge,
  type SymbolRecord,
} from '../store/index.ts';
import { findSymbol } from './find-symbol.ts';
import { getCallers } from './get-callers.ts';
import { getHierarchy } from './get-hierarchy.ts';
import { getImpact } from './get-impact.ts';
import { getReferences } from './get-references.ts';

const workspace = 'default';
const store = 'code.default.crowded';
const CALLERS = 10_000;
const SAME = 700;
const PART = 2000;
const HUB = 'src/hub.py';
const idOf = (n: number): string => n.toString(16).padStart(32, '0');

let test_: TestDeps;
let deps: Deps;
beforeAll(async () => {
  test_ = openTestDeps();
  ({ deps } = test_);
  await collection(deps, REPOSITORIES).put(workspace, 'crowded', REPOSITORY);
  await collection(deps, CODE_FILES).putMany(
    store,
    [HUB, 'src/many.py'].map((path) => [fileKey(path), fileAt(path)]),
  );
  await putHub();
  await putCircle();
  const callers = Array.from({ length: 200 }, (_, i) => symbolAt(1000 + i, `caller_${i}`, 'src/many.py'));
  const same = Array.from({ length: SAME }, (_, i) => ({
    ...symbolAt(100_000 + i, 'same', 'src/many.py'),
    qualified: `Class${i}.same`,
  }));
  await collection(deps, CODE_SYMBOLS).putMany(
    store,
    [...callers, ...same].map(({ id, ...value }) => [idOf(id), value]),
  );
});
afterAll(() => test_.close());

/** Called by ten thousand, and by itself. */
async function putHub(): Promise<void> {
  const { id, ...hub } = symbolAt(1, 'hub', HUB);
  await collection(deps, CODE_SYMBOLS).put(store, idOf(id), hub);
  const edges = Array.from({ length: CALLERS }, (_, i) => edgeTo(1, { from: 1000 + i, line: i + 1 }));
  edges.push({ ...edgeTo(1, { from: 1, line: 3 }), path: HUB });
  for (let part = 0; part * PART < edges.length; part++) {
    const some = edges.slice(part * PART, (part + 1) * PART);
    const value = { first: idOf(1), packed: encodeInbound(some) };
    await collection(deps, CODE_INBOUND).put(store, inboundKey(fileKey(HUB), part), value, { parent: fileKey(HUB) });
  }
}

/** A comes from B, B from C and C from A. */
async function putCircle(): Promise<void> {
  const path = 'src/circle.py';
  const file = fileKey(path);
  await collection(deps, CODE_FILES).put(store, file, fileAt(path));
  const [a, b, c] = [11, 12, 13];
  const circle = [[a, b], [b, c], [c, a]] as const; // oxfmt-ignore
  for (const [n, name] of [
    [a, 'A'],
    [b, 'B'],
    [c, 'C'],
  ] as const) {
    // oxfmt-ignore
    const { id, ...value } = symbolAt(n, name, path);
    await collection(deps, CODE_SYMBOLS).put(store, idOf(id), { ...value, kind: 'class' });
  }
  const edges = circle.map(([from, to]): OutEdge => {
    return { kind: 'inherits', from: idOf(from), line: from, to: [{ symbol: idOf(to), how: 'scope' }] };
  });
  const inbound = circle
    .map(([from, to]) => ({ ...edgeTo(to, { from, line: from }), kind: 'inherits' as const, path }))
    .sort((x, y) => (x.to < y.to ? -1 : 1));
  const packed = encodeEdges({ edges, unresolved: [] });
  await collection(deps, CODE_EDGES).put(store, file, { packed }, { parent: file });
  const part = { first: idOf(a), packed: encodeInbound(inbound) };
  await collection(deps, CODE_INBOUND).put(store, inboundKey(file, 0), part, { parent: file });
}

describe('ten thousand callers', () => {
  const ask = { workspace, name: 'hub', guesses: false };

  test('are counted, and as many are shown as were asked for', async () => {
    const callers = await getCallers(deps, { ...ask, depth: 1, limit: 100 });
    expect(callers).toMatchObject({ total: CALLERS + 1, complete: true });
    const lines = 'edges' in callers ? callers.edges.map(({ path, line }) => `${path}:${line}`) : [];
    expect(lines.slice(0, 3)).toEqual(['src/hub.py:3', 'src/many.py:1', 'src/many.py:2']);
    expect(lines).toHaveLength(100);
  });

  test('are not all followed, which is said', async () => {
    expect(await getCallers(deps, { ...ask, depth: 2, limit: 1 })).toMatchObject({ complete: false });
    const impact = await getImpact(deps, { workspace, name: 'hub', depth: 5, limit: 10 });
    expect(impact).toMatchObject({ affectedTotal: CALLERS, complete: false, filesTotal: 1, levels: [CALLERS] });
  });

  test('are references in as many places', async () => {
    const references = await getReferences(deps, { ...ask, limit: 500 });
    expect(references).toMatchObject({ total: CALLERS + 1, files: 2 });
    expect('references' in references && references.references).toHaveLength(500);
  });
});

test('classes in a circle are each met once', async () => {
  const hierarchy = await getHierarchy(deps, { workspace, name: 'A', limit: 10 });
  const names = (side: readonly { symbol: { value: { name: string } } }[]) =>
    side.map(({ symbol }) => symbol.value.name);
  expect('above' in hierarchy && names(hierarchy.above)).toEqual(['B', 'C']);
  expect('below' in hierarchy && names(hierarchy.below)).toEqual(['C', 'B']);
});

describe('hundreds of one name', () => {
  test('are told apart by what they stand in, however far down they are', async () => {
    for (const name of ['Class0.same', 'Class350.same', 'Class699.same']) {
      const { found } = await findSymbol(deps, { workspace, name, limit: 5 });
      expect(found.map(({ symbol }) => symbol.value.qualified)).toEqual([name]);
    }
  });

  test('are answered with some of them, and that there are more', async () => {
    const { found, complete } = await findSymbol(deps, { workspace, name: 'same', limit: 5 });
    expect([found.length, complete]).toEqual([5, false]);
    expect(await getCallers(deps, { workspace, name: 'same', guesses: false, depth: 1, limit: 1 })).toMatchObject({
      status: 'ambiguous',
      complete: false,
    });
  });
});

function edgeTo(to: number, { from, line }: { from: number; line: number }): InEdge {
  return { kind: 'call', to: idOf(to), from: idOf(from), path: 'src/many.py', line, how: 'import', candidates: 1 };
}

function symbolAt(id: number, name: string, path: string): SymbolRecord & { readonly id: number } {
  return {
    id,
    name,
    folded: foldName(name),
    qualified: name,
    kind: 'function',
    language: 'python',
    file: fileKey(path),
    path,
    line: id,
    lines: [id, id],
    parent: null,
    signature: `def ${name}()`,
    doc: null,
    visibility: null,
    flags: [],
    bases: [],
    decorators: [],
    params: 0,
    is_test: false,
    callers: 0,
    callees: 0,
    importance: 0.1,
  };
}

function fileAt(path: string) {
  return {
    path,
    folder: path,
    language: 'python',
    state: 'ok' as const,
    reason: null,
    size: 1,
    lines: 1,
    stamp: '1',
    hash: null,
    is_test: false,
    memory: null,
    symbols: 1,
    unreadable: [],
    importance: 0.1,
    valid_from: 1,
    commit: null,
    links: null,
    checked_at: 1,
  };
}

const REPOSITORY = {
  name: 'crowded',
  root: '/crowded',
  place: 'crowded',
  identity: 'crowded',
  store,
  git: false,
  branch: null,
  head: null,
  options: { languages: null, include_tests: true, max_file_size: 1, recursive: true, commits: false, exclude: [] },
  state: 'ready' as const,
  error: null,
  counts: {
    files: 2,
    lines: 1,
    bytes: 1,
    symbols: 1,
    edges: 1,
    external: 0,
    unresolved: 0,
    partial: 0,
    text: 0,
    stale: 0,
    left_out: {},
    languages: {},
  },
  generation: 1,
  linked: 1,
  added_at: 1,
  indexed_at: 1,
};
