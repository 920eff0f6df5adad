import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Linked } from '../link/index.ts';
import { fitDocument } from './fit-document.ts';
import { applyExact } from '../linking/apply-exact.ts';
import { readScip, scipLinks, type ScipDocument, type ScipIndex } from './index.ts';
import { encodeScip, type GivenDocument } from './testing/encode-scip.ts';

const SHAPES =
  'export interface Shape {\n  area(): number;\n}\nexport class Square implements Shape {\n  area() { return 4; }\n}\nexport class Circle {\n  area() { return 3; }\n}\n';
const MAIN =
  "import { Shape } from './shapes';\nexport function sum(shapes: Shape[]) {\n  return shapes.map((one) => one.area()).concat(other.area(1));\n}\n";
const PACKAGE = 'npm shapes 1.0';
const AREA = `scip-typescript ${PACKAGE} \`shapes.ts\`/Shape#area().`;
const SQUARE_AREA = `scip-typescript ${PACKAGE} \`shapes.ts\`/Square#area().`;
const SQUARE = `scip-typescript ${PACKAGE} \`shapes.ts\`/Square#`;
const SHAPE = `scip-typescript ${PACKAGE} \`shapes.ts\`/Shape#`;

const shapes: GivenDocument = {
  path: 'shapes.ts',
  occurrences: [
    { range: [0, 17, 22], symbol: SHAPE, roles: 1 },
    { range: [1, 2, 6], symbol: AREA, roles: 1 },
    { range: [3, 13, 19], symbol: SQUARE, roles: 1 },
    { range: [3, 31, 36], symbol: SHAPE },
    { range: [4, 2, 4, 6], symbol: SQUARE_AREA, roles: 1 },
    { range: [4, 2, 6], symbol: 'local 3', roles: 1 },
  ],
  symbols: [
    { symbol: SQUARE, implements: [SHAPE] },
    { symbol: SQUARE_AREA, implements: [AREA, 'scip-typescript npm other 1.0 `x.ts`/X#area().'] },
  ],
};
const main: GivenDocument = {
  path: 'main.ts',
  occurrences: [
    { range: [0, 9, 14], symbol: SHAPE, roles: 2 },
    { range: [2, 33, 37], symbol: AREA },
    { range: [2, 54, 58], symbol: SQUARE_AREA },
  ],
};

const at = (text: string, part: string): readonly [number, number] => [
  text.indexOf(part),
  text.indexOf(part) + part.length,
];
async function* alone(bytes: Uint8Array): AsyncGenerator<ScipIndex> {
  yield { folder: '', bytes };
}

type Given = readonly [
  path: string,
  kind: 'module' | 'interface' | 'class' | 'method' | 'function',
  name: string,
  line: number,
];
const symbol = ([path, kind, name, line]: Given, parent: number | null) =>
  ({ id: `${path}:${line}`, path, index: line, kind, name, qualified: name, line, parent }) as const;

/** As it would be found without types: one call by name alone, one not at all. */
const LINKED: Linked = {
  symbols: [
    symbol(['main.ts', 'module', '', 1], null),
    symbol(['main.ts', 'function', 'sum', 2], 0),
    symbol(['shapes.ts', 'module', '', 1], null),
    symbol(['shapes.ts', 'interface', 'Shape', 1], 2),
    symbol(['shapes.ts', 'method', 'area', 2], 3),
    symbol(['shapes.ts', 'class', 'Square', 4], 2),
    symbol(['shapes.ts', 'method', 'area', 5], 5),
    symbol(['shapes.ts', 'class', 'Circle', 7], 2),
    symbol(['shapes.ts', 'method', 'area', 8], 7),
  ],
  edges: [
    {
      kind: 'call',
      from: 1,
      line: 3,
      site: at(MAIN, 'shapes.map((one) => one.area())'),
      to: [{ builtin: 'Array.map' }],
    },
    {
      kind: 'call',
      from: 1,
      line: 3,
      site: at(MAIN, 'one.area()'),
      to: [
        { symbol: 6, how: 'flow' },
        { symbol: 8, how: 'flow' },
      ],
      cut: true,
    },
  ],
  unresolved: [{ from: 1, line: 3, site: at(MAIN, 'other.area(1)'), name: 'other.area' }],
  cutShort: false,
};
const textOf = (path: string): string | null => ({ 'shapes.ts': SHAPES, 'main.ts': MAIN })[path] ?? null;

/** Calls as the facts of the file would have them. */
const sourceOf = (texts: (path: string) => string | null) => (path: string) => {
  const text = texts(path);
  const sites = path === 'main.ts' ? [...LINKED.edges, ...LINKED.unresolved].map(({ site }) => site ?? [0, 0]) : [];
  const calls = sites.map(([start, end]) => ({ scope: 0, line: 1, start, end, callee: ['?'] as const, args: [] }));
  return Promise.resolve(text === null ? null : { text, facts: { calls } });
};

async function applyScip(linked: Linked, bytes: Uint8Array, texts: (path: string) => string | null) {
  const { files, used, ignored } = await scipLinks(alone(bytes), {
    sourceOf: sourceOf(texts),
    onBroken: (_, error) => {
      throw error;
    },
  });
  return { linked: applyExact(linked, files), report: { used, ignored } };
}

describe('an index.scip', () => {
  it('is read as it was written, without what a file keeps to itself', () => {
    const [first, second] = [...readScip(encodeScip([{ ...shapes, text: SHAPES, encoding: 1 }, main]))];
    expect(first).toMatchObject({
      path: 'shapes.ts',
      text: SHAPES,
      columns: 'utf-8',
      implements: [[SQUARE, SHAPE], [SQUARE_AREA, AREA], expect.anything()],
    });
    expect(first?.occurrences).toHaveLength(5);
    expect(second?.occurrences[0]).toEqual({
      start: [0, 9],
      end: [0, 14],
      symbol: SHAPE,
      isDefinition: false,
      isImport: true,
    });
    expect(second).toMatchObject({ text: null, columns: 'utf-16' });
  });

  it('says what calls mean: the definition that it names, and what does what that declares', async () => {
    const { linked, report } = await applyScip(LINKED, encodeScip([shapes, main]), textOf);
    expect(report).toEqual({ used: 2, ignored: 0 });
    expect(linked.edges.filter(({ kind }) => kind === 'call')).toEqual([
      LINKED.edges[0],
      {
        kind: 'call',
        from: 1,
        line: 3,
        site: at(MAIN, 'one.area()'),
        to: [
          { symbol: 4, how: 'type' },
          { symbol: 6, how: 'flow' },
        ],
      },
      { kind: 'call', from: 1, line: 3, site: at(MAIN, 'other.area(1)'), to: [{ symbol: 6, how: 'type' }] },
    ]);
    expect(linked.unresolved).toEqual([]);
    expect(linked.edges.filter(({ site }) => site === null)).toEqual([
      { kind: 'implements', from: 5, to: [{ symbol: 3, how: 'type' }], line: 4, site: null },
      { kind: 'overrides', from: 6, to: [{ symbol: 4, how: 'type' }], line: 5, site: null },
    ]);
    expect(await applyScip(linked, encodeScip([shapes, main]), textOf)).toEqual({ linked, report });
  });

  it('says nothing of files that are other than they were, or not there', async () => {
    const edited = (path: string): string | null => (path === 'main.ts' ? `// new\n${MAIN}` : textOf(path));
    const { linked, report } = await applyScip(LINKED, encodeScip([shapes, main]), edited);
    expect([linked.unresolved, report]).toEqual([LINKED.unresolved, { used: 1, ignored: 1 }]);
    const other = await applyScip(LINKED, encodeScip([{ ...main, text: `${MAIN} ` }, shapes]), textOf);
    expect(other.report).toEqual({ used: 1, ignored: 1 });
    const none = await applyScip(LINKED, encodeScip([shapes, main]), () => null);
    expect(none).toEqual({ linked: LINKED, report: { used: 0, ignored: 2 } });
  });

  it.each([
    ['utf-8', 1, 13],
    ['utf-16', 2, 10],
    ['utf-32', 3, 9],
  ] as const)('has columns in %s', (_name, encoding, column) => {
    const text = "x = 'é𝄞';go()\n";
    const given = encodeScip([
      { path: 'a.py', encoding, occurrences: [{ range: [0, column, column + 2], symbol: 'a b c d go().' }] },
    ]);
    const [document] = [...readScip(given)];
    expect(fitDocument(document as ScipDocument, text)).toMatchObject([
      { from: text.indexOf('go'), to: text.indexOf('go') + 2 },
    ]);
  });

  it('leaves out places that no file of a repository has', () => {
    const paths = ['/etc/passwd', '../x', 'a/../../x', 'a//b', './a', 'C:/x', 'a\\b', '', 'a\0b', 'a/b.ts', '..a/b'];
    expect([...readScip(encodeScip(paths.map((path) => ({ path }))))].map(({ path }) => path)).toEqual([
      'a/b.ts',
      '..a/b',
    ]);
  });

  it('is refused with the reason when it is none, or has more than can be kept', () => {
    const bytes = encodeScip([shapes, main]);
    for (const broken of [
      Buffer.from('#!/bin/sh\n'),
      bytes.subarray(0, bytes.length - 3),
      Buffer.alloc(40, 0xff),
      Buffer.from([0]),
    ])
      expect(() => [...readScip(broken)]).toThrow(/index\.scip cannot be read: it has/u);
    const limits = { documents: 1, occurrences: 100, relations: 100 };
    expect(() => [...readScip(bytes, limits)]).toThrow('more than 1 documents');
    expect(() => [...readScip(bytes, { ...limits, documents: 9, occurrences: 7 })]).toThrow('more places');
    expect([...readScip(new Uint8Array(0))]).toEqual([]);
  });

  it('whatever its bytes are, is applied or refused', async () => {
    const whole = encodeScip([shapes, main]);
    const cut = fc.tuple(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 4 })).map(([where, bytes]) => {
      const other = Uint8Array.from(whole);
      other.set(bytes.subarray(0, whole.length - where), where);
      return other;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        try {
          const { linked } = await applyScip(LINKED, bytes, textOf);
          expect(linked.edges.filter(({ kind }) => kind === 'call').length + linked.unresolved.length).toBe(3);
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_INPUT' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
