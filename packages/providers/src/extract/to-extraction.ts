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
  const placed = names.map((name) => ({ ...name, start: name.start + by, end: name.end + by }));
  const written = placed.map(({ start, end }) => text.slice(start, end));
  return placed.map(({ type, start, end, confidence }, i) => {
    const aliases = new Set([aliasOf(text, placed, written, i, i - 1), aliasOf(text, placed, written, i, i + 1)]);
    const others = [...aliases].filter((form) => form !== undefined);
    return {
      type,
      name: written[i] as string,
      ...(others.length > 0 ? { aliases: others } : {}),
      start,
      end,
      confidence,
    };
  });
}

/** The neighbour's form, when one of the two is said to be short for the other. */
function aliasOf(
  text: string,
  names: readonly { readonly start: number; readonly end: number }[],
  written: readonly string[],
  own: number,
  other: number,
): string | undefined {
  const [one, two] = [Math.min(own, other), Math.max(own, other)];
  const between = text.slice(names[one]?.end ?? 0, names[two]?.start ?? 0);
  return isShortFor(written[one], between, written[two]) ? written[other] : undefined;
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
