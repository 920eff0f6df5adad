/** What readers found, as tables of Markdown. */
import type { ExtractionResult } from '../../extraction.ts';
import { table } from '../tables.ts';
import type { OwnResult } from './own-results.ts';
import type { Prf } from './prf.ts';
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
export function calibrationTable(results: readonly OwnResult[]): string {
  const whole = results.filter(({ part }) => part === 'all');
  const rows = whole.flatMap(({ half, reader, calibration }) =>
    calibration.map(({ from, said, right }) => [
      half,
      reader,
      from.toFixed(1),
      String(said),
      said === 0 ? '–' : three(right),
    ]),
  );
  return table(['half', 'reader', 'confidence from', 'said', 'right'], rows);
}
