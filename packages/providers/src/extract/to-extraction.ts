/** From what the worker read to what the port promises: names as written, other forms of them, and since when something holds. */
import type { Extraction, FoundEntity, FoundRelation, TextToRead } from '@zapomni/core/ports';
import type { HeadReading } from './heads/read-words.ts';
import { isShortFor } from './short-form.ts';
import { validityOf } from './valid-time.ts';

interface PlacedReading {
  /** Where in the text it begins. */
  readonly start: number;
  readonly reading: HeadReading;
}

export function toExtraction({ text, at }: TextToRead, readings: readonly PlacedReading[]): Extraction {
  const entities: FoundEntity[] = [];
  const relations: FoundRelation[] = [];
  for (const { start, reading } of readings) {
    const first = entities.length;
    entities.push(...toEntities(text, start, reading));
    relations.push(...reading.statements.map((said) => toRelation({ text, at }, start, said, { reading, first })));
  }
  return { entities, relations };
}

function toEntities(text: string, by: number, { names }: HeadReading): FoundEntity[] {
  const placed = names.map((name) => {
    const [start, end] = [name.start + by, name.end + by];
    return { ...name, start, end, name: text.slice(start, end) };
  });
  return placed.map((one, i) => {
    const [before, after] = [placed[i - 1], placed[i + 1]];
    const others = [
      ...(before && isOneThing(text, before, one) ? [before.name] : []),
      ...(after && isOneThing(text, one, after) ? [after.name] : []),
    ];
    return others.length > 0 ? { ...one, aliases: [...new Set(others)] } : one;
  });
}

interface Written {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** One of two neighbours is said to be short for the other. */
function isOneThing(text: string, first: Written, second: Written): boolean {
  return isShortFor(first.name, text.slice(first.end, second.start), second.name);
}

function toRelation(
  { text, at }: TextToRead,
  by: number,
  { source, target, type, confidence, start, end, sentence }: HeadReading['statements'][number],
  { reading, first }: { reading: HeadReading; first: number },
): FoundRelation {
  const behind = Math.max(reading.names[source]?.end ?? 0, reading.names[target]?.end ?? 0) - sentence.start;
  const validity = validityOf(text.slice(sentence.start + by, sentence.end + by), at)(type, behind);
  const places = { source: source + first, target: target + first, start: start + by, end: end + by };
  return { ...places, type, confidence, ...validity };
}
