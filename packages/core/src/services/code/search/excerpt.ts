/** The lines of a unit that answer: the symbol among several small ones, and what is shown of it. */
import { toTerms } from '../../../model/index.ts';
import type { LineTable } from '../units/line-table.ts';
import type { CodeQuery } from './code-query.ts';
import type { NamedSymbol } from './rank-files.ts';
import type { Rarity } from './rarity.ts';

export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** How much of the question stands in each line of a text. */
export type LineWeights = (line: number) => number;

export function lineWeights(query: CodeQuery, rarity: Rarity, table: LineTable): LineWeights {
  const terms = new Set([...query.terms, ...query.nameTerms]);
  const kept = new Map<number, number>();
  return (line) => {
    const known = kept.get(line);
    if (known !== undefined) return known;
    const said = new Set(toTerms(lineOf(table, line)));
    const weight = [...said].reduce((sum, term) => sum + (terms.has(term) ? rarity.of(term) : 0), 0);
    kept.set(line, weight);
    return weight;
  };
}

function lineOf(table: LineTable, line: number): string {
  return table.text.slice(table.start(line), table.start(line + 1)).trimEnd();
}

const MOST = 1 / 2;

/** Of a unit of several symbols, the smallest in which most of what it says of the question stands; null where it is spread. */
export function mainSymbol(weight: LineWeights, within: Lines, named: readonly NamedSymbol[]): NamedSymbol | null {
  const inside = named.filter(
    ({ first, last }) => first >= within.first && last <= within.last && last - first < within.last - within.first,
  );
  if (inside.length === 0) return null;
  const all = sumOf(weight, within);
  const main = inside.filter((one) => one.last > one.first && sumOf(weight, one) > all * MOST);
  return main.sort((one, other) => one.last - one.first - (other.last - other.first))[0] ?? null;
}

function sumOf(weight: LineWeights, { first, last }: Lines): number {
  let sum = 0;
  for (let line = first; line <= last; line++) sum += weight(line);
  return sum;
}

const MOST_LINES = 14;
const LONGEST_LINE = 300;

/** The lines in which most of the question stands; all of what is short. */
export function excerptOf(weight: LineWeights, table: LineTable, within: Lines): { first: number; text: string } {
  const last = Math.min(within.last, table.count);
  let [first, most] = [within.first, -1];
  for (let from = within.first; from === within.first || from + MOST_LINES - 1 <= last; from++) {
    const sum = sumOf(weight, { first: from, last: Math.min(last, from + MOST_LINES - 1) });
    // Of equal ones the first, so that a definition is shown from its beginning.
    if (sum > most + 1e-9) [first, most] = [from, sum];
  }
  const shown: string[] = [];
  for (let line = first; line <= last && shown.length < MOST_LINES; line++) shown.push(cutLine(lineOf(table, line)));
  return { first, text: shown.join('\n') };
}

function cutLine(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE).toWellFormed()}…`;
}
