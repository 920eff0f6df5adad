/** Our own sentences, by halves and by what they are: as written, of one domain, and in small letters. */
import type { Extraction, Extractor } from '@zapomni/core/ports';
import { readSentences, scoreNames, scoreRelations, type Sentence } from './own-set.ts';
import { calibrationOf, type CalibrationRow, type Prf } from './prf.ts';

export interface OwnResult {
  readonly half: string;
  readonly part: string;
  readonly reader: string;
  readonly sentences: number;
  readonly names: Prf;
  readonly typedNames: Prf;
  readonly pairs: Prf;
  readonly relations: Prf;
  readonly calibration: readonly CalibrationRow[];
}

interface Reader {
  readonly reader: string;
  readonly extractor: Extractor;
}

const DOMAINS = ['notes', 'chat', 'code'];

export async function evaluateOwn(readers: readonly Reader[], bar: number): Promise<OwnResult[]> {
  const [sentences, forms, pronouns] = [readSentences(), readSentences('forms'), readSentences('pronouns')];
  const results: OwnResult[] = [];
  for (const { reader, extractor } of readers) {
    const read = (some: readonly Sentence[], change = (text: string) => text) =>
      extractor.extract(some.map(({ text }) => ({ text: change(text), at: Date.now() })));
    const [written, small] = [await read(sentences), await read(sentences, (text) => text.toLowerCase())];
    const [formed, meant] = [await read(forms), await read(pronouns)];
    for (const half of ['view', 'judge']) {
      const add = (
        part: string,
        readings: readonly Extraction[],
        fits: (one: Sentence) => boolean = () => true,
        all = sentences,
      ): void => {
        const places = all.flatMap((one, i) => (one.half === half && fits(one) ? [i] : []));
        const [some, theirs] = [places.map((i) => all[i] as Sentence), places.map((i) => readings[i] as Extraction)];
        results.push({ half, part, reader, sentences: some.length, ...figuresOf(some, theirs, bar) });
      };
      add('all', written);
      for (const domain of DOMAINS) add(domain, written, (one) => one.domain === domain);
      add('small letters', small);
      add('forms', formed, undefined, forms);
      add('pronouns', meant, undefined, pronouns);
    }
  }
  return results;
}

function figuresOf(sentences: readonly Sentence[], readings: readonly Extraction[], bar: number) {
  const { names, typed } = scoreNames(sentences, readings);
  const { pairs, typed: relations } = scoreRelations(sentences, readings, bar);
  const { judged } = scoreRelations(sentences, readings, 0);
  return { names, typedNames: typed, pairs, relations, calibration: calibrationOf(judged) };
}
