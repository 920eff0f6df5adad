/**
 * `npm run bench [-- name …]`: runs the named benches (all by default) on the built package and writes each result to
 * bench/results/<name>.json with the machine it was made on. Ratios within one run mean something; absolute times are this
 * machine's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { benchAdd } from './add.ts';
import { benchBackground } from './background.ts';
import { benchCache } from './cache.ts';
import { benchCitations } from './citations.ts';
import { benchCode } from './code.ts';
import { benchCodeQueries } from './code-queries.ts';
import { benchCodeSearch } from './code-search.ts';
import { benchConnect } from './connect.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDocuments } from './documents.ts';
import { benchEngines } from './engines.ts';
import { benchEvaluate } from './evaluate.ts';
import { benchExport } from './export.ts';
import { benchGraph } from './graph.ts';
import { benchHookEvents } from './hook-events.ts';
import { benchHooks } from './hooks.ts';
import { benchHttp } from './http.ts';
import { benchKills } from './kills.ts';
import { benchMemory } from './memory.ts';
import { benchMirror } from './mirror.ts';
import { benchNotes } from './notes.ts';
import { benchOverhead } from './overhead.ts';
import { benchDiscovery } from './discovery.ts';
import { benchPapers } from './papers.ts';
import { benchPdf } from './pdf.ts';
import { benchReadAnew } from './read-anew.ts';
import { benchReading } from './reading.ts';
import { benchRecords } from './records.ts';
import { benchResearchBibtex } from './research-bibtex.ts';
import { benchSearch } from './search.ts';
import { benchStartup } from './startup.ts';
import { benchValidity } from './validity.ts';
import { benchVectors } from './vectors.ts';
import { benchWasm } from './wasm.ts';
import { benchWords } from './words.ts';
import { benchWorkflow } from './workflow.ts';
import { builtCommand } from '../scripts/build/built-command.ts';
import { measuredCommit } from '../scripts/source/measured-commit.ts';

const BENCHES = {
  startup: benchStartup,
  memory: benchMemory,
  connect: benchConnect,
  background: benchBackground,
  kills: benchKills,
  'hook-events': benchHookEvents,
  overhead: benchOverhead,
  add: benchAdd,
  reading: benchReading,
  'read-anew': benchReadAnew,
  cache: benchCache,
  search: benchSearch,
  validity: benchValidity,
  http: benchHttp,
  wasm: benchWasm,
  words: benchWords,
  vectors: benchVectors,
  graph: benchGraph,
  engines: benchEngines,
  export: benchExport,
  records: benchRecords,
  documents: benchDocuments,
  pdf: benchPdf,
  mirror: benchMirror,
  citations: benchCitations,
  notes: benchNotes,
  code: benchCode,
  hooks: benchHooks,
  'code-queries': benchCodeQueries,
  'code-search': benchCodeSearch,
  'research-bibtex': benchResearchBibtex,
  papers: benchPapers,
  workflow: benchWorkflow,
  evaluate: benchEvaluate,
  discovery: benchDiscovery,
  dashboard: benchDashboard,
};
const server = builtCommand();

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  platform: `${platform()} ${arch()}`,
  node: process.version,
};
const names = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n# ${name}`);
  const result = await bench(server);
  console.log(JSON.stringify(result, null, 2));
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const about = {
    command: `npm run bench -- ${name}`,
    commit: measuredCommit(),
    date: new Date().toISOString().slice(0, 10),
  };
  const record = { ...about, machine, result };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}
