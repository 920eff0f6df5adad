/** What readers found, as tables of Markdown. */
import type { ExtractionResult } from '../../extraction.ts';
import { table } from '../tables.ts';
import type { OwnResult } from './own-results.ts';
import { shownFrom, type Prf } from './prf.ts';
import type { Speed } from './throughput.ts';

const three = (value: number): string => value.toFixed(3);
const all = ({ P, R, F1 }: Prf): string[] => [three(P), three(R), three(F1)];

export function extractionTable(results: readonly ExtractionResult[]): string {
  const rows = results.flatMap(({ set, figures }) =>
    figures.map(({ reader, what, figures: { P, R, F1 } }) => [set, what, reader, three(P), three(R), three(F1)]),
  );
  return table(['set', 'what', 'reader', 'precision', 'recall', 'F1'], rows);
}

export function speedTable(results: readonly ExtractionResult[]): string {
  const write = ({ textsPerSecond, kilobytesPerSecond }: Speed) =>
    `${textsPerSecond.toFixed(0)} texts/s, ${kilobytesPerSecond.toFixed(0)} kB/s`;
  const rows = results.map(({ set, texts, reading, embedding }) => [
    set,
    String(texts),
    write(reading),
    write(embedding),
    (reading.textsPerSecond / embedding.textsPerSecond).toFixed(1),
  ]);
  return table(['set', 'texts', 'read', 'embedded', 'times as fast'], rows);
}

export function ownTable(results: readonly OwnResult[]): string {
  const rows = results.flatMap(({ half, part, reader, sentences, names, typedNames, pairs, relations }) => {
    const start = [half, part, String(sentences), reader];
    return [
      [...start, 'names', ...all(names)],
      [...start, 'names, typed', ...all(typedNames)],
      [...start, 'pairs', ...all(pairs)],
      [...start, 'relations, typed', ...all(relations)],
    ];
  });
  return table(['half', 'part', 'sentences', 'reader', 'what', 'precision', 'recall', 'F1'], rows);
}

/** Of what was said with a confidence, how much is right. */
export function calibrationTable(sets: readonly ExtractionResult[], own: readonly OwnResult[]): string {
  const marked = sets.flatMap(({ set, figures }) =>
    figures.flatMap(({ reader, calibration }) => (calibration ? [{ set, reader, calibration }] : [])),
  );
  const ours = own.filter(({ part }) => part === 'all').map((one) => ({ ...one, set: `own, ${one.half}` }));
  const rows = [...marked, ...ours].flatMap(({ set, reader, calibration }) =>
    [
      ...calibration.map((row) => ({ ...row, from: row.from.toFixed(1) })),
      { from: 'all from 0.7', ...shownFrom(0.7, calibration) },
    ].map(({ from, said, right }) => [set, reader, from, String(said), said === 0 ? '–' : three(right)]),
  );
  return table(['set', 'reader', 'confidence from', 'said', 'right'], rows);
}

/** How many marked relations could be found at all. */
export function reachTable(sets: readonly ExtractionResult[]): string {
  const rows = sets.flatMap(({ set, figures }) =>
    figures.flatMap(({ reader, reach }) => {
      if (!reach) return [];
      const share = (count: number) => three(count / reach.marked);
      return [
        [
          set,
          reader,
          String(reach.marked),
          share(reach.inOneSentence),
          share(reach.named),
          share(reach.namedInOneSentence),
        ],
      ];
    }),
  );
  return table(['set', 'reader', 'relations', 'in one sentence', 'both named', 'named in one sentence'], rows);
}
