/**
 * `node evals/main-content.ts GOLD SCORER`: how much of what a page is about our reader of HTML finds, and how little beside it.
 * GOLD has lines of {id, html, text}, gzipped or not; SCORER is the script beside such sets, which compares runs of four words.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Logger } from '@zapomni/core/ports';
import { createDocumentReader } from '@zapomni/providers/readers';
import { z } from 'zod';
import { writeRecord } from './lib/results-file.ts';

const pageSchema = z.object({ id: z.string(), html: z.string() });
const figuresSchema = z.object({ n: z.number(), P: z.number(), R: z.number(), F1: z.number() });
const OUT = path.join(import.meta.dirname, 'results', 'main-content.json');

const [gold, scorer] = process.argv.slice(2);
if (gold === undefined || scorer === undefined) throw new Error('Usage: node evals/main-content.ts GOLD SCORER');
const bytes = readFileSync(gold);
const lines = (gold.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean);
const logger: Logger = { log: () => undefined, child: () => logger };
const reader = createDocumentReader({ logger });
const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-pages-'));
const predictions = path.join(folder, 'predictions.jsonl');
try {
  const read: string[] = [];
  const start = performance.now();
  for (const line of lines) {
    const { id, html } = pageSchema.parse(JSON.parse(line));
    const source = { bytes: new TextEncoder().encode(html), name: 'page.html', mimeType: 'text/html' };
    const text = await reader.read(source).then(
      (document) => document.text,
      () => '',
    );
    read.push(JSON.stringify({ id, text }));
  }
  const ms = (performance.now() - start) / lines.length;
  writeFileSync(predictions, `${read.join('\n')}\n`);
  const said = execFileSync(process.execPath, [scorer, 'html', gold, predictions], { encoding: 'utf8' });
  const figures = figuresSchema.parse(JSON.parse(said.slice(said.indexOf('{'))));
  console.log(figures, `${ms.toFixed(0)} ms a page`);
  writeRecord(OUT, 'node evals/main-content.ts <gold> <scorer>', { set: path.basename(gold), ...figures, ms });
} finally {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
}
