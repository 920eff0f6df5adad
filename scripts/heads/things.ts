/**
 * What the server knows of prepared texts by spelling, and which of the marked names are nationalities:
 *   node scripts/heads/things.ts things IN.jsonl OUT.jsonl
 *   node scripts/heads/things.ts nationalities OUT.json IN.jsonl …
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isNationality } from '../../evals/lib/extraction/before/lexicon/countries.ts';
import { findThings } from '../../packages/providers/src/extract/patterns/find-things.ts';

interface Row {
  readonly text: string;
  readonly spans: readonly (readonly [number, number, string])[];
}

const [what, ...files] = process.argv.slice(2) as [string, ...string[]];
const rowsOf = (file: string): Row[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

if (what === 'things') {
  const [input, output] = files as [string, string];
  const lines = rowsOf(input).map(({ text }) =>
    JSON.stringify(findThings(text).map(({ start, end, type }) => [start, end, type])),
  );
  writeFileSync(output, `${lines.join('\n')}\n`);
} else {
  const [output, ...inputs] = files as [string, ...string[]];
  const places = inputs.flatMap(rowsOf).flatMap(({ text, spans }) => {
    const letters = [...text];
    return spans
      .filter(([, , kind]) => kind === 'LOC' || kind === 'MISC')
      .map(([start, end]) => letters.slice(start, end).join('').toLowerCase());
  });
  writeFileSync(output, JSON.stringify([...new Set(places.filter(isNationality))].sort()));
}
