/**
 * Which lines of a Claude Code session are on the branch that was kept. Every line names the one that it follows; whoever goes
 * back and asks otherwise begins a branch, and the last thing said is on the one that counts.
 *
 *   u1 ── a1 ── u2 ── a2              taken back
 *          └─── u3 ── a3 ── (last)    kept: u1 a1 u3 a3
 */
import type { TranscriptFile, TranscriptReading } from '@zapomni/core/ports';
import { fieldsOf, type Fields } from '../sources/parse/pick.ts';
import { jsonLines } from './json-lines.ts';
import { GrowingInts, LineIndex } from './line-index.ts';
import { stringOf } from './words.ts';

const NONE = -1;
/** Its parent is not in the file, or it has none because the context was made anew there: the story goes on before it. */
const BEFORE = -2;
/** It has no id, and is on no branch. */
const FREE = -3;

interface Chain {
  /** By the number of a line: the number of its parent, or one of the above. */
  readonly parents: GrowingInts;
  /** By the number of a line: the last thing said in or before it. */
  readonly said: GrowingInts;
}

/** Lines without an id are on no branch, and kept. */
export async function keptLines(file: TranscriptFile, reading: TranscriptReading): Promise<(line: number) => boolean> {
  const { parents, said } = await chainOf(file, reading);
  const kept = new Uint8Array(parents.length);
  let at = said.at(said.length - 1);
  while (at >= 0 && kept[at] === 0) {
    kept[at] = 1;
    const parent = parents.at(at);
    at = parent === BEFORE ? said.at(at - 1) : parent;
  }
  return (line) => parents.at(line) === FREE || kept[line] === 1;
}

async function chainOf(file: TranscriptFile, { signal }: TranscriptReading): Promise<Chain> {
  const lines = new LineIndex();
  const chain: Chain = { parents: new GrowingInts(FREE), said: new GrowingInts(NONE) };
  let last = NONE;
  for await (const { number, value } of jsonLines(file, { signal })) {
    const line = fieldsOf(value);
    const id = stringOf(line['uuid']);
    if (id !== '') {
      chain.parents.set(number, parentOf(line, lines));
      lines.set(id, number);
      if (isSaid(line)) last = number;
    }
    // Lines that are broken or empty leave gaps.
    for (let at = chain.said.length; at <= number; at++) chain.said.set(at, at < number ? chain.said.at(at - 1) : last);
  }
  return chain;
}

const isSaid = ({ type, isSidechain }: Fields): boolean =>
  (type === 'user' || type === 'assistant') && isSidechain !== true;

function parentOf(line: Fields, lines: LineIndex): number {
  const parent = stringOf(line['parentUuid']) || stringOf(line['logicalParentUuid']);
  if (parent !== '') return lines.get(parent) ?? BEFORE;
  return line['isCompactSummary'] === true || line['subtype'] === 'compact_boundary' ? BEFORE : NONE;
}
