/** How many of the marked relations a reader of single sentences can find at all: those whose two things it names in one sentence. */
import type { Extraction, FoundEntity } from '@zapomni/core/ports';
import type { RelationRow } from './gold.ts';
import { plain } from './predictions.ts';
import type { Figures } from './scorer.ts';

export interface Reach {
  readonly marked: number;
  /** Both things are named anywhere, as the gold writes one of their names. */
  readonly named: number;
  /** Both stand in one sentence, as the gold places them or as the reader names them. */
  readonly inOneSentence: number;
  readonly namedInOneSentence: number;
}

/** Re-DocRED's texts are cut into words, and a stop between blanks ends a sentence. */
const END = /(?<= [.!?](?: ["')])*)\s+/u;

export function reachOf(rows: readonly RelationRow[], readings: readonly Extraction[]): Reach {
  const reach = { marked: 0, named: 0, inOneSentence: 0, namedInOneSentence: 0 };
  for (const [i, row] of rows.entries()) {
    const sentences = row.text.split(END).map((sentence) => ` ${plain(sentence)} `);
    const found = namesBySentence(row.text, (readings[i] as Extraction).entities);
    const names = row.entities.map((entity) => entity.names.map(plain));
    const isIn = (some: ReadonlySet<string>, place: number) => (names[place] ?? []).some((name) => some.has(name));
    const stands = (sentence: string, place: number) =>
      (names[place] ?? []).some((name) => sentence.includes(` ${name} `));
    const everywhere = new Set(found.flatMap((some) => [...some]));
    for (const { h, t } of row.relations) {
      reach.marked++;
      reach.named += Number(isIn(everywhere, h) && isIn(everywhere, t));
      reach.inOneSentence += Number(sentences.some((sentence) => stands(sentence, h) && stands(sentence, t)));
      reach.namedInOneSentence += Number(found.some((some) => isIn(some, h) && isIn(some, t)));
    }
  }
  return reach;
}

/** Of so many relations within reach alone: nothing else is said, so that only what could be found changes. */
export function withinReach({ tp, P }: Figures, marked: number): { P: number; R: number; F1: number } {
  const R = tp / (marked || 1);
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { P, R: rounded(R), F1: rounded(P + R === 0 ? 0 : (2 * P * R) / (P + R)) };
}

function namesBySentence(text: string, entities: readonly FoundEntity[]): Set<string>[] {
  const ends = [...text.matchAll(new RegExp(END, 'gu'))].map(({ index }) => index);
  const sentences = Array.from({ length: ends.length + 1 }, () => new Set<string>());
  for (const { start, name } of entities) {
    const place = ends.findIndex((end) => start < end);
    sentences[place < 0 ? ends.length : place]?.add(plain(name));
  }
  return sentences;
}
