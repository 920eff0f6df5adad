/**
 * `npm run eval`: how much of what should be found is found. Drives the built server through MCP over every pack, prints its
 * figures beside BM25's and writes them to a file. README.md says what the columns mean.
 */
import path from 'node:path';
import { codeTable, evaluateCode } from './code/evaluate.ts';
import { codeSearchTable, evaluateCodeSearch } from './code-search/evaluate.ts';
import { evaluateReal, REAL_GOALS, realTable, together } from './code/real/evaluate-real.ts';
import { evaluateExtraction } from './extraction.ts';
import { compare } from './lib/compare.ts';
import type { PackResult } from './lib/evaluate.ts';
import { measure, type Measured } from './lib/measure.ts';
import { readOptions, USAGE, type Options } from './lib/options.ts';
import { findPacks, readPack } from './lib/pack.ts';
import { readScores, writeRecord, writeResults } from './lib/results-file.ts';
import { calibrationTable, extractionTable, ownTable, reachTable, speedTable } from './lib/extraction/tables.ts';
import { ablationTable, checkTable, differenceTable, packTable } from './lib/tables.ts';
import { ownSettings } from './lib/zapomni.ts';
import { evaluateResearch, researchTable } from './research.ts';
import { builtCommand } from '../scripts/build/built-command.ts';
import { STAGES } from './stages.ts';

async function main(options: Options): Promise<void> {
  if (options.code) return mainCode(options.code, options);
  if (options.codeSearch) return mainCodeSearch(options.codeSearch, options);
  if (options.codeReal) return mainCodeReal(options);
  if (options.research !== undefined) return mainResearch(options.research, options);
  if (options.extraction) return mainExtraction(options);
  checkStore();
  const script = builtCommand(options.server);
  const stages = options.ablate ? choose(STAGES, options.stages) : [];
  const earlier = options.against === undefined ? undefined : readScores(options.against);
  const measured: Measured[] = [];
  for (const folder of chooseFolders(options)) {
    const pack = readPack(folder, { sample: options.sample, now: new Date() });
    measured.push(await measure(pack, { ...options, script, stages }));
    for (const warning of measured.at(-1)?.result.warnings ?? []) console.error(`${pack.name}: ${warning}`);
  }
  const results = measured.map(({ result }) => result);
  const onFalkordb = measured.flatMap((one) => one.onFalkordb ?? []);
  const ablations = measured.flatMap((one) => one.ablations);
  console.log(packTable(results, options.categories));
  if (results.some(({ checks }) => checks.some(({ goal }) => goal !== null))) console.log(`\n${checkTable(results)}`);
  if (ablations.length > 0) console.log(`\n${ablationTable(ablations)}`);
  if (onFalkordb.length > 0) console.log(`\nOn FalkorDB\n${engineTables(results, onFalkordb, options)}`);
  if (earlier) console.log(`\n${differenceTable(compare(earlier, results))}`);
  const about = { command: commandLine(), settings: ownSettings() };
  const version = measured[0]?.version ?? '';
  writeResults(options.out, { ...about, version, results, onFalkordb, ablations }, options.scores);
}

/** `before` is the embedded store. */
function engineTables(
  results: readonly PackResult[],
  onFalkordb: readonly PackResult[],
  { categories }: Options,
): string {
  const embedded = Object.fromEntries(results.map(({ pack, scores }) => [pack, scores]));
  return `${packTable(onFalkordb, categories)}\n\n${differenceTable(compare(embedded, onFalkordb))}`;
}

/** One that lasts would hold what another pack, or somebody, has stored in it. */
function checkStore(): void {
  if ((process.env['ZAPOMNI_STORE'] ?? 'sqlite') === 'sqlite') return;
  throw new Error(
    'ZAPOMNI_STORE names a store that all packs would share: use --falkordb, which starts a new one for each.',
  );
}

async function mainExtraction({ roots, out }: Options): Promise<void> {
  const results = await evaluateExtraction(roots);
  const { sets, own } = results;
  const tables = [
    extractionTable(sets),
    reachTable(sets),
    ownTable(own),
    calibrationTable(sets, own),
    speedTable(sets),
  ];
  console.log(tables.join('\n\n'));
  writeRecord(out, commandLine(), { results });
}

async function mainCode(folders: readonly string[], { out }: Options): Promise<void> {
  const results = await evaluateCode(folders);
  console.log(codeTable(results));
  writeRecord(out, commandLine(), { results });
}

async function mainCodeSearch(
  asked: NonNullable<Options['codeSearch']>,
  { out, packs: suites, sample }: Options,
): Promise<void> {
  const results = await evaluateCodeSearch({ ...asked, suites, sample });
  console.log(codeSearchTable(results));
  writeRecord(out, commandLine(), { results });
}

async function mainResearch(folder: string, { out, packs: sets, sample, server }: Options): Promise<void> {
  const results = await evaluateResearch({ folder, out, server: builtCommand(server), sets, sample });
  console.log(researchTable(results));
  writeRecord(path.join(out, 'scores.json'), commandLine(), { results });
  if (results.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
}

async function mainCodeReal({ out }: Options): Promise<void> {
  const results = await evaluateReal();
  console.log(realTable(results));
  writeRecord(out, commandLine(), { goals: REAL_GOALS, together: together(results), results });
}

function commandLine(): string {
  return ['npm run eval --', ...process.argv.slice(2)].join(' ');
}

function chooseFolders({ roots, packs }: Options): string[] {
  const found = [...findPacks(roots)].map(([name, folder]) => ({ name, folder }));
  return choose(found, packs).map(({ folder }) => folder);
}

/** Those that are named, or all. */
function choose<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[] | undefined,
): readonly T[] {
  const missing = names?.filter((name) => !all.some((one) => one.name === name)) ?? [];
  if (missing.length > 0)
    throw new Error(`There is no ${missing.join(', ')} among ${all.map(({ name }) => name).join(', ')}.`);
  return names ? all.filter(({ name }) => names.includes(name)) : all;
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
