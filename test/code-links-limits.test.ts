/** What linking does where there is too much to follow, and that it lets others run meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { link, linkInSlices, type LinkInput } from '@zapomni/core/code';
import type { CodeParser, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';

const silent: Logger = { log: () => undefined, child: () => silent };
let parser: CodeParser;
beforeAll(() => {
  parser = createCodeParser({ logger: silent, processes: 1 });
});
afterAll(() => parser.close());

async function read(sources: Readonly<Record<string, string>>): Promise<LinkInput> {
  const files = await Promise.all(
    Object.entries(sources).map(async ([path, text]) => {
      const language = parser.languageOf(path, Buffer.from(text)) ?? '';
      return { path, facts: await parser.parse({ language, text }) };
    }),
  );
  return { repository: 'x', files };
}

/** `count` functions that are all handed to one, which hands them on and calls them there. */
const manyCallbacks = (count: number): string =>
  [
    'def call(given):',
    '    given()',
    'def run(f):',
    '    call(f)',
    'def alone():',
    '    pass',
    ...Array.from({ length: count }, (_, i) => `def f${i}():\n    pass\nrun(f${i})`),
    'alone()',
  ].join('\n');

async function callAt(source: string, line: number) {
  const { edges } = link(await read({ 'a.py': source }));
  return edges.find((edge) => edge.kind === 'call' && edge.line === line);
}

describe('a call with very many candidates', () => {
  test('says that there were more than it lists, also where they came by way of something else', async () => {
    const edge = await callAt(manyCallbacks(40), 2);
    expect(edge?.to).toHaveLength(24);
    expect(edge?.cut).toBe(true);
  });

  test('lists all of them and says nothing when they are as many as it can hold', async () => {
    const edge = await callAt(manyCallbacks(24), 2);
    expect(edge?.to).toHaveLength(24);
    expect(edge).not.toHaveProperty('cut');
  });

  test('is the only one that says it', async () => {
    const edge = await callAt(manyCallbacks(40), 6 + 40 * 3 + 1);
    expect(edge?.to).toHaveLength(1);
    expect(edge).not.toHaveProperty('cut');
  });

  test('strings that a name may hold are no candidates', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `show('text ${i}')`).join('\n');
    const edge = await callAt(`def show(text):\n    text.strip()\n${texts}\n`, 2);
    expect(edge?.to).toEqual([{ builtin: 'str.strip' }]);
    expect(edge).not.toHaveProperty('cut');
  });
});

test('a function that hands its own arguments on with one more before them is linked', async () => {
  const source = 'def more(*args):\n    args[0]()\n    more(end, *args)\ndef end():\n    pass\nmore(end)\n';
  const { symbols, edges } = link(await read({ 'a.py': source }));
  const called = edges.filter(({ kind, line }) => kind === 'call' && line === 2).flatMap(({ to }) => to);
  expect(called.map((one) => ('symbol' in one ? symbols[one.symbol]?.name : ''))).toEqual(['end']);
});

test('objects that are prototypes of each other are linked', async () => {
  const source =
    'const a = { go() {} };\nconst b = {};\nObject.setPrototypeOf(a, b);\nObject.setPrototypeOf(b, a);\nb.go();\nb.none();\n';
  const { edges, symbols } = link(await read({ 'a.js': source }));
  const called = edges.filter(({ kind, line }) => kind === 'call' && line === 5).flatMap(({ to }) => to);
  expect(called.map((one) => ('symbol' in one ? symbols[one.symbol]?.line : 0))).toEqual([1]);
});

describe('in slices', () => {
  const sources = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `m${i}.py`,
      `from m${(i + 1) % 12} import f as g\n${manyCallbacks(12)}\ndef f():\n    g()\n`,
    ]),
  );

  test('gives what linking at once gives, and others run meanwhile', async () => {
    const input = await read(sources);
    let turns = 0;
    const count = (): void => void (turns++, (timer = setImmediate(count)));
    let timer = setImmediate(count);
    const sliced = await linkInSlices(input, { sliceMs: 0 });
    clearImmediate(timer);
    expect(sliced).toEqual(link(input));
    expect(turns).toBeGreaterThan(12);
  });

  test('ends when it is cancelled', async () => {
    const stop = new AbortController();
    const linking = linkInSlices(await read(sources), { sliceMs: 0, signal: stop.signal });
    stop.abort(new Error('not wanted'));
    await expect(linking).rejects.toThrow('not wanted');
  });
});
