/** Memories that two processes can make alike from a number: what one has written the other can check, whole. */
import { createHash } from 'node:crypto';
import { toQueryTerms } from '@zapomni/core/model';
import type { NewMemory } from '@zapomni/core/ports';

export function numberedId(writer: number, number: number): string {
  const [high, low] = [writer, number].map((part) => part.toString(16).padStart(6, '0'));
  return `018bcfe5-6800-7000-8000-${high}${low}`;
}

/** The term that only this memory holds; the parts it could be split into are shared by many. */
export function numberedTerms(writer: number, number: number): string[] {
  const word = numberedWord(writer, number);
  return toQueryTerms(word).filter((term) => term === word);
}

function numberedWord(writer: number, number: number): string {
  return `marker${writer}x${number}`;
}

/** From one line to a few hundred kilobytes, in one to thirty passages. */
export function numberedMemory(writer: number, number: number): NewMemory {
  const repeats = number % 7 === 6 ? 4000 : (number % 5) * 20;
  const text = `${numberedWord(writer, number)} begins${' žluťoučký kůň 👾\0 line'.repeat(repeats)} ends`;
  const count = Math.min(30, 1 + (repeats >> 3));
  const cut = (i: number): number => Math.floor((i * text.length) / count);
  return {
    id: numberedId(writer, number),
    workspace: 'default',
    text,
    kind: 'note',
    tags: [`writer-${writer}`],
    source: 'trial',
    metadata: { writer, number },
    hash: createHash('sha256').update(text).digest('hex'),
    key: null,
    occurredAt: null,
    validFrom: 1,
    supersedes: null,
    passages: Array.from({ length: count }, (_, i) => ({ start: cut(i), end: cut(i + 1) })),
  };
}
