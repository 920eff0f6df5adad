/**
 * Who calls our own functions, by our index and by TypeScript's language service, which reads the same files with all of the compiler's
 * knowledge. All packages without their tests, as a repository is indexed unless somebody asks for tests too.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Linked } from '@zapomni/core/code';
import { IndexedCallers } from './language-service/indexed-callers.ts';
import { LanguageService } from './language-service/language-service.ts';
import { callsAs, linkFiles, nameOf, placeOf } from './language-service/linked-calls.ts';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = /^packages\/\w+\/src\/(?!.*\.test\.ts$)/;

/** All of our sources are read three times over, beside other test files. */
const LONG_MS = 300_000;

/** [shape, file, qualified name] */
const OURS = [
  ['a function that most packages import', 'packages/core/src/errors/zapomni-error.ts', 'invalidField'],
  ['a function of an index of another package', 'packages/core/src/config/parse.ts', 'parseConfig'],
  ['a function used in its own file and elsewhere', 'packages/core/src/model/graph/entity-id.ts', 'nameKey'],
  ['a function that is exported again twice', 'packages/core/src/model/terms/terms.ts', 'toPhrase'],
  ['a function with overlapping names elsewhere', 'packages/core/src/services/import/shapes/values.ts', 'isFields'],
  ['an arrow function in a constant', 'packages/core/src/services/import/shapes/values.ts', 'textOf'],
  ['a function that is also handed over', 'packages/mcp/src/views/task.ts', 'toTask'],
  ['an async generator', 'packages/core/src/services/migrate/export-lines.ts', 'exportLines'],
  ['a function of a wrapper of all tools', 'packages/mcp/src/define-tool.ts', 'unlisted'],
  ['a method of a port that two engines have', 'packages/core/src/ports/workspace-store.ts', 'WorkspaceStore.get'],
  ['a method of a port, with callbacks', 'packages/core/src/ports/work-queue.ts', 'WorkQueue.list'],
  ['a method of a port of one provider', 'packages/core/src/ports/blob-store.ts', 'BlobStore.stat'],
  ['a method of an object in a field', 'packages/core/src/ports/record-store.ts', 'RecordStore.collections'],
  ['a method of an object that goes from hand to hand', 'packages/core/src/model/time/sentence.ts', 'Sentence.skip'],
  ['an async method', 'packages/core/src/services/backup/byte-cursor.ts', 'ByteCursor.line'],
  ['a method with a common name', 'packages/core/src/services/code/link/numbers/rows.ts', 'Row.at'],
  ['a method reached through fields', 'packages/core/src/services/code/link/flow/solver.ts', 'Solver.on'],
  ['a method of a parameter', 'packages/server/src/transports/http/exchange.ts', 'Exchange.header'],
  ['a private method', 'packages/core/src/services/work/work-runner.ts', 'WorkRunner.#log'],
  ['a private method that calls itself', 'packages/server/src/uri-template/program.ts', 'ProgramBuilder.#text'],
] as const;

/** What our own code has none of. */
const OTHERS: Readonly<Record<string, string>> = {
  'tsconfig.json':
    '{ "compilerOptions": { "module": "NodeNext", "strict": true, "noEmit": true }, "include": ["*.ts"] }',
  'package.json': '{ "name": "shapes", "type": "module" }',
  'shapes.ts': `export abstract class Shape {
  static unit(): Shape { return new Square(1); }
  static of(side: number): Shape { return Shape.unit().times(side); }
  abstract area(): number;
  times(by: number): Shape { return this.scaled(by); }
  protected scaled(by: number): Shape { return by > this.area() ? this : Shape.unit(); }
}
export class Square extends Shape {
  constructor(readonly side: number) { super(); }
  area(): number { return this.side ** 2; }
}
export function parse(text: string): Shape;
export function parse(side: number): Shape;
export function parse(what: string | number): Shape { return typeof what === 'number' ? new Square(what) : parse(Number(what)); }
export default function largest(shapes: readonly Shape[]): Shape | undefined {
  return [...shapes].sort((a, b) => b.area() - a.area())[0];
}
export namespace Tools { export function measure(shape: Shape): number { return shape.area(); } }
`,
  'again.ts': `export { parse as read, default as biggest, Tools } from './shapes.js';
export * as all from './shapes.js';
`,
  'main.ts': `import first, { Shape, Square } from './shapes.js';
import { all, biggest, read, Tools } from './again.js';
type Make = (side: number) => Shape;
const makers: Record<string, Make> = { square: (side) => new Square(side), any: (side) => Shape.of(side) };
const shapes = Object.values(makers).map((make) => make(2).times(3));
const sum = shapes.reduce((total, shape: Shape) => total + shape.area(), 0);
console.log(sum, biggest(shapes)?.area(), first([read('2'), all.parse(3)])?.times(2), Tools.measure(all.Shape.unit()));
function later(shape: Shape | null, { and }: { and: Shape[] }): void {
  for (const one of and) one.times(shape?.area() ?? 1);
}
later(null, { and: [Shape.unit()] });
`,
};
const OTHER_FUNCTIONS = [
  'Shape.unit',
  'Shape.of',
  'Shape.area',
  'Shape.times',
  'Shape.scaled',
  'parse',
  'largest',
  'Tools.measure',
];

describe('callers are what the language service of TypeScript says', () => {
  let linked: Linked;
  let judge: LanguageService;
  let index: IndexedCallers;
  beforeAll(async () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT }).toString().split('\0');
    linked = await linkFiles(
      ROOT,
      files.filter((file) => (SOURCES.test(file) && file.endsWith('.ts')) || /(?:^|\/)package\.json$/.test(file)),
    );
    judge = await LanguageService.open(ROOT);
    index = await IndexedCallers.open(ROOT);
  }, LONG_MS);
  afterAll(() => Promise.all([judge.close(), index.close()]));

  test.each(OURS)('of %s: %s %s', async (_shape, file, name) => {
    const all = await judge.callsOf(file, placeOf(linked, ROOT, [file, name]));
    const judged = all.filter((one) => SOURCES.test(one.path));
    expect(judged.length).toBeGreaterThan(1);
    expect(callsAs(linked, [file, name], judged)).toEqual(judged.map(nameOf).sort());
    // The same as `get_callers` says it of the repository in a store: which functions call it, and how often.
    const said = (callers: readonly { path: string; caller: string }[]) =>
      callers.filter((one) => SOURCES.test(one.path)).map((one) => `${one.path} ${one.caller}`);
    const asked = await index.callersOf(file, name);
    expect(said(asked).sort()).toEqual(said(await Promise.all(judged.map((one) => index.holderOf(one)))).sort());
  });
});

describe('callers of what our own code has none of are what the language service says too', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'zapomni-shapes-'));
  let linked: Linked;
  let judge: LanguageService;
  beforeAll(async () => {
    mkdirSync(root, { recursive: true });
    for (const [file, text] of Object.entries(OTHERS)) writeFileSync(path.join(root, file), text);
    linked = await linkFiles(root, Object.keys(OTHERS));
    judge = await LanguageService.open(root);
  });
  afterAll(async () => {
    await judge.close();
    rmSync(root, { recursive: true });
  });

  test.each(OTHER_FUNCTIONS)('%s', async (name) => {
    const judged = await judge.callsOf('shapes.ts', placeOf(linked, root, ['shapes.ts', name]));
    expect(judged.length).toBeGreaterThan(0);
    expect(callsAs(linked, ['shapes.ts', name], judged)).toEqual(judged.map(nameOf).sort());
  });
});
