/**
 * The lines labelled by hand: `kind`, who said it, and what. They were written before the cues; every second one (`seen`) was looked at while those were
 * made, of the others only the figures. A line is right when the best that is kept of it has its kind.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { distilWords } from '../../packages/core/src/services/capture/distil/distil.ts';
import type { Speaker } from '../../packages/core/src/services/capture/distil/kinds.ts';

interface Line {
  readonly kind: string;
  readonly who: Speaker;
  readonly text: string;
}

interface Figures {
  readonly lines: number;
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface LineFigures {
  readonly half: 'seen' | 'unseen';
  /** Worth keeping or not, whatever the kind. */
  readonly together: Figures;
  readonly kinds: Readonly<Record<string, Figures>>;
}

const NONE = 'none';

function readLines(): Line[] {
  const rows = readFileSync(path.join(import.meta.dirname, 'lines.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => {
    const [kind = '', who = '', text = ''] = row.split('\t');
    return { kind, who: who as Speaker, text };
  });
}

export async function measureLines(): Promise<LineFigures[]> {
  const judged: (Line & { readonly found: string })[] = [];
  for (const line of readLines()) {
    const kept = await distilWords(line.text, line.who, 0, {});
    const [best] = kept.toSorted((one, other) => other.score - one.score);
    judged.push({ ...line, found: best?.kind ?? NONE });
  }
  return (['seen', 'unseen'] as const).map((half, parity) => {
    const lines = judged.filter((_, i) => i % 2 === parity);
    const kinds = [...new Set(lines.map(({ kind }) => kind))].filter((kind) => kind !== NONE);
    const isKept = (kind: string) => kind !== NONE;
    return {
      half,
      together: figures(lines, isKept),
      kinds: Object.fromEntries(kinds.map((kind) => [kind, figures(lines, (one) => one === kind)])),
    };
  });
}

function figures(lines: readonly { kind: string; found: string }[], is: (kind: string) => boolean): Figures {
  const right = lines.filter(({ kind, found }) => is(kind) && is(found)).length;
  const share = (of: number) => (of === 0 ? null : Number((right / of).toFixed(3)));
  const labelled = lines.filter(({ kind }) => is(kind)).length;
  return { lines: labelled, precision: share(lines.filter(({ found }) => is(found)).length), recall: share(labelled) };
}
