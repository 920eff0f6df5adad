/** `npm run eval -- --code-real`: packages that people use, run by their own tests or by a program of ours, against what we say of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { link } from '@zapomni/core/code';
import type { CodeFacts, CodeParser, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';
import type { Observed } from './observed.ts';
import { JAVASCRIPT_PACKAGES, PYTHON_PACKAGES, type JavaScriptPackage } from './packages.ts';
import { scoreReal, type RealFigures } from './score-real.ts';
import { traceJavaScript } from './trace-javascript.ts';
import { findPython, tracePython } from './trace-python.ts';

export const REAL_GOALS = { precision: 0.95, recall: 0.6 };

export interface RealResult extends RealFigures {
  readonly package: string;
  readonly run: string;
  readonly files: number;
  readonly precision: number;
  readonly precisionOfCalls: number;
  readonly recall: number;
}

const silent: Logger = { log: () => undefined, child: () => silent };
const MODULES = path.join(import.meta.dirname, '../../../node_modules');

export async function evaluateReal(): Promise<RealResult[]> {
  const parser = createCodeParser({ logger: silent, processes: 1 });
  try {
    return [...(await ofPython(parser)), ...(await ofJavaScript(parser))];
  } finally {
    await parser.close();
  }
}

async function ofPython(parser: CodeParser): Promise<RealResult[]> {
  const python = findPython();
  if (!python) console.error('Python: skipped, there is no python3 that has its own tests (`test.test_argparse`).');
  const results: RealResult[] = [];
  for (const { name, prefix, tests } of python ? PYTHON_PACKAGES : []) {
    const sources = sourcesIn(python?.folder ?? '', prefix, /\.py$/u);
    const observed = tracePython(python as NonNullable<typeof python>, prefix, tests);
    results.push(await resultOf(parser, { name, run: `its tests, Python ${python?.version}`, sources, observed }));
  }
  return results;
}

async function ofJavaScript(parser: CodeParser): Promise<RealResult[]> {
  const results: RealResult[] = [];
  for (const one of JAVASCRIPT_PACKAGES) {
    const { version } = JSON.parse(readFileSync(path.join(MODULES, one.name, 'package.json'), 'utf8')) as {
      version: string;
    };
    const { sources, observed } = runJavaScript(one);
    results.push(await resultOf(parser, { name: `${one.name} ${version}`, run: one.run, sources, observed }));
  }
  return results;
}

function runJavaScript(one: JavaScriptPackage): { sources: Record<string, string>; observed: Observed } {
  const root = path.join(MODULES, one.name);
  const all = (places: readonly string[], ending: RegExp): Record<string, string> =>
    Object.assign({}, ...places.map((place) => sourcesIn(root, place, ending))) as Record<string, string>;
  const sources = all(one.source, /\.(?:m?js|ts)$/u);
  const program = (file: string): string => readFileSync(path.join(import.meta.dirname, 'programs', file), 'utf8');
  const instead = Object.entries(one.instead ?? {}).map(([at, file]) => [at, program(file)]);
  const observed = traceJavaScript(
    { ...sources, ...all(one.besides, /\.(?:[cm]?js|json)$/u), ...(Object.fromEntries(instead) as typeof sources) },
    {
      main: program(one.program),
      mainPath: one.program,
      isOfPackage: (file) => file in sources,
      modules: MODULES,
      type: one.type,
    },
  );
  return { sources, observed };
}

/** By path, from the root. */
function sourcesIn(root: string, place: string, ending: RegExp): Record<string, string> {
  const files = statSync(path.join(root, place)).isDirectory()
    ? readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => path.join(place, file))
    : [place];
  const sources = files.filter((file) => ending.test(file)).map((file) => file.replaceAll(path.sep, '/'));
  return Object.fromEntries(sources.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

async function resultOf(
  parser: CodeParser,
  { name, run, sources, observed }: { name: string; run: string; sources: Record<string, string>; observed: Observed },
): Promise<RealResult> {
  const files: { path: string; facts: CodeFacts }[] = [];
  for (const [file, text] of Object.entries(sources)) {
    const language = parser.languageOf(file, Buffer.from(text)) ?? '';
    files.push({ path: file, facts: await parser.parse({ language, text }) });
  }
  const figures = scoreReal(link({ repository: name, files }), files, observed);
  return { package: name, run, files: files.length, ...ratesOf(figures), ...figures };
}

const COUNTED = ['seen', 'found', 'right', 'wrong', 'ran', 'met'] as const;
type Counts = Record<(typeof COUNTED)[number], number>;

function ratesOf({ seen, found, right, wrong, ran, met }: Counts) {
  const precision = right / Math.max(1, right + wrong);
  return { precision, precisionOfCalls: met / Math.max(1, ran), recall: found / Math.max(1, seen) };
}

export function together(results: readonly RealResult[]): Counts & ReturnType<typeof ratesOf> {
  const sum: Counts = { seen: 0, found: 0, right: 0, wrong: 0, ran: 0, met: 0 };
  for (const one of results) for (const key of COUNTED) sum[key] += one[key];
  return { ...sum, ...ratesOf(sum) };
}

export function realTable(results: readonly RealResult[]): string {
  const { precision, recall } = REAL_GOALS;
  const cells = (one: Pick<RealResult, 'seen' | 'precision' | 'precisionOfCalls' | 'recall'>): (string | number)[] => [
    one.seen,
    ...[one.precision, one.precisionOfCalls, one.recall].map((rate) => rate.toFixed(3)),
  ];
  const rows = results.map((one) => [one.package, one.run, one.files, ...cells(one)]);
  return [
    `| package | run by | files | calls seen | precision (goal ${precision}) | of calls | recall (goal ${recall}) |`,
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...[...rows, ['together', '', '', ...cells(together(results))]].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}
