/**
 * Reading PDF files beside `pdftotext -raw` in one run, on files of known text that groff has set: how much of the text is
 * found and in which order, what it costs in processor time, the start of the process included and by the page, and how much
 * memory a file of 2,000 pages takes. A short file is read in a program that is running, too, as the server is when somebody
 * adds one: `running`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDocumentReader } from '@zapomni/providers/readers';
import { cpuOf as cpuHere, round, spread } from './lib/figures.ts';
import { missingTools, setPdf, type Layout, type SetPdf } from './lib/pdf-files.ts';
import { scoreText } from './lib/text-score.ts';

const LAYOUTS: readonly Layout[] = ['one column', 'two columns', 'tables'];
const SHORT = 10;
const LONG = 2000;
const ROUNDS = 3;
/** Files that a running program has read before, and files that count. */
const READ_BEFORE = 30;
const READ = 20;
const silent = { log: () => undefined, child: () => silent };

export async function benchPdf(server: string) {
  const missing = missingTools();
  if (missing.length > 0) return { skipped: `${missing.join(', ')}: not installed` };
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const worker = join(dirname(server), 'document-worker.js');
  try {
    const rows: [Layout, object][] = [];
    for (const layout of LAYOUTS) {
      const file = setPdf(layout, SHORT);
      const short = measure(worker, folder, file);
      const running = await measureRunning(worker, folder, file);
      const long = measure(worker, folder, setPdf(layout, LONG));
      console.log(layout, short, running, long);
      rows.push([layout, { short, running, long, perPage: perPage(short, long) }]);
    }
    return Object.fromEntries(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Measured = ReturnType<typeof measure>;

/** In turns, so that whatever else the machine does falls on both alike. */
function measure(worker: string, folder: string, { bytes, pages, known }: SetPdf) {
  const file = join(folder, 'file.pdf');
  writeFileSync(file, bytes);
  const ours: number[] = [];
  const theirs: number[] = [];
  let peakMb = 0;
  for (let turn = 0; turn < ROUNDS; turn++) {
    const mine = cpuOf([process.execPath, join(import.meta.dirname, 'lib', 'pdf-process.ts'), worker, file]);
    ours.push(mine.cpuMs);
    peakMb = Math.max(peakMb, Number(mine.said));
    theirs.push(cpuOf(['pdftotext', '-raw', file, `${file}.raw.txt`]).cpuMs);
  }
  const score = (name: string) => scored(readFileSync(`${file}.${name}.txt`, 'utf8'), known);
  const [mine, raw] = [spread(ours).p50, spread(theirs).p50];
  return {
    pages,
    ours: { cpuMs: mine, peakMb: round(peakMb, 0), ...score('ours') },
    pdftotext: { cpuMs: raw, ...score('raw') },
    cpuToPdftotext: round(mine / raw),
  };
}

/** In turns, too. The first file that a program reads brings the thread, PDFium and the reader's own code into memory. */
async function measureRunning(worker: string, folder: string, { bytes, pages }: SetPdf) {
  const file = join(folder, 'file.pdf');
  const reader = createDocumentReader({ logger: silent, workerUrl: pathToFileURL(worker) });
  const read = () => cpuHere(() => reader.read({ bytes: new Uint8Array(bytes) }));
  const firstMs = await read();
  for (let i = 0; i < READ_BEFORE; i++) await read();
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let i = 0; i < READ; i++) {
    ours.push(await read());
    theirs.push(cpuOf(['pdftotext', '-raw', file, `${file}.raw.txt`]).cpuMs);
  }
  await reader.close();
  const [mine, raw] = [spread(ours).p50, spread(theirs).p50];
  return { pages, firstMs: round(firstMs), oursMs: mine, pdftotextMs: raw, cpuToPdftotext: round(mine / raw) };
}

function scored(found: string, known: string) {
  const { wordF1, fourGramOrder } = scoreText(found, known);
  return { wordF1: round(wordF1, 4), fourGramOrder: round(fourGramOrder, 4) };
}

/** What the further pages of the long file cost: the start of a process is in both. */
function perPage(short: Measured, long: Measured) {
  const of = (side: 'ours' | 'pdftotext') => (long[side].cpuMs - short[side].cpuMs) / (long.pages - short.pages);
  return {
    oursMs: round(of('ours'), 3),
    pdftotextMs: round(of('pdftotext'), 3),
    ratio: round(of('ours') / of('pdftotext')),
  };
}

/** Processor time of a command, which the shell is told by the system. */
function cpuOf(command: readonly string[]): { readonly cpuMs: number; readonly said: string } {
  const script = 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null';
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${command[0]} failed: ${run.stderr}`);
  const [user = Number.NaN, system = Number.NaN] = run.stderr.trim().split(' ').map(Number);
  return { cpuMs: round((user + system) * 1000, 0), said: run.stdout.trim() };
}
