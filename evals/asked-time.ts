/** `node evals/asked-time.ts [half]`: how many questions of `sets/asked-time` are read as what they ask about, by language and half. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asksAbout } from '../packages/core/src/services/search/query/asks-about.ts';

interface Line {
  readonly lang: string;
  readonly kind: string;
  readonly half: string;
  readonly text: string;
}

const file = path.join(import.meta.dirname, 'sets', 'asked-time', 'questions.jsonl');
const lines = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

/** Of the past that is asked for, how much is seen; of what is taken for it, how much is; and how often the kind is right. */
function figures(group: readonly Line[]): string {
  const read = group.map((line) => ({ ...line, as: asksAbout(line.text) }));
  const [asked, taken] = [read.filter(({ kind }) => kind === 'past'), read.filter(({ as }) => as === 'past')];
  const right = asked.filter(({ as }) => as === 'past').length;
  const all = read.filter(({ kind, as }) => kind === as).length;
  return `past: recall ${right}/${asked.length}, precision ${right}/${taken.length}; kind right ${all}/${read.length}`;
}

for (const half of process.argv[2] ? [process.argv[2]] : ['view', 'judge']) {
  const part = lines.filter((line) => line.half === half);
  console.log(`${half}: ${figures(part)}`);
  for (const [lang, group] of Map.groupBy(part, (line) => line.lang)) console.log(`  ${lang}: ${figures(group)}`);
}
