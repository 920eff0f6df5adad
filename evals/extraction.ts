/**
 * `npm run eval -- --extraction`: what the built-in extractor finds of the names and relations that people marked, beside what
 * the rules before it found and what capitals alone give; the same through the way of a language model, with a stub in its place; and how fast. README.md says more.
 */
import type { Extraction, Extractor, Logger } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor } from '@zapomni/providers/extract';
import { capitalisedPairs, capitalisedPhrases } from './lib/extraction/baseline.ts';
import { createRules } from './lib/extraction/before/index.ts';
import { findGoldSets, type GoldSet } from './lib/extraction/gold.ts';
import { COMMONEST_LABEL, labelAsWritten, labelsOf, type ToLabels } from './lib/extraction/labels.ts';
import { evaluateOwn, type OwnResult } from './lib/extraction/own-results.ts';
import { judged, labelled, namesOf, unlabelled } from './lib/extraction/predictions.ts';
import { calibrationOf, type CalibrationRow, type Prf } from './lib/extraction/prf.ts';
import { reachOf, withinReach, type Reach } from './lib/extraction/reach.ts';
import { score, type PredictedLine } from './lib/extraction/scorer.ts';
import { openStubReader } from './lib/extraction/stub-endpoint.ts';
import { embeddingSpeed, readingSpeed, type Speed } from './lib/extraction/throughput.ts';
import { scoreTyped } from './lib/extraction/typed-names.ts';

export interface ExtractionResult {
  readonly set: string;
  readonly texts: number;
  readonly figures: readonly {
    readonly reader: string;
    readonly what: string;
    readonly figures: Prf;
    /** Of relations: how many of the marked ones could be found, and how often one of a confidence is right. */
    readonly reach?: Reach;
    readonly calibration?: readonly CalibrationRow[];
  }[];
  readonly reading: Speed;
  readonly embedding: Speed;
}

export interface ExtractionReport {
  readonly sets: readonly ExtractionResult[];
  readonly own: readonly OwnResult[];
}

const silent: Logger = { log: () => undefined, child: () => silent };
/** From what confidence on the graph takes a relation. */
const BAR = 0.7;
/** How much is right and how much is found, if only what is as sure as this counts. */
const BARS = [0.2, 0.3, 0.4, 0.5, 0.6, BAR, 0.8, 0.9];

export async function evaluateExtraction(roots: readonly string[]): Promise<ExtractionReport> {
  const sets = findGoldSets(roots);
  const modelDir = findBuiltinModel();
  const builtin = createBuiltinExtractor({ modelDir, logger: silent });
  const embedder = createBuiltinEmbedder({ modelDir, workers: 0, logger: silent });
  const readers: Reader[] = [
    { reader: 'rules, before', extractor: createRules(), toLabels: labelsOf },
    { reader: 'built-in', extractor: builtin, toLabels: labelsOf },
  ];
  try {
    const results: ExtractionResult[] = [];
    for (const set of sets) {
      const texts = set.rows.map(({ text }) => text);
      const figures = baselines(set);
      for (const reader of readers) figures.push(...(await measure(reader, set)));
      figures.push(...(await throughStub(set)));
      const [reading, embedding] = [await readingSpeed(builtin, texts), await embeddingSpeed(embedder, texts)];
      results.push({ set: set.name, texts: texts.length, figures, reading, embedding });
    }
    return { sets: results, own: await evaluateOwn(readers, BAR) };
  } finally {
    await Promise.all([builtin.close(), embedder.close()]);
  }
}

type Row = ExtractionResult['figures'][number];

function baselines(set: GoldSet): Row[] {
  const reader = 'capitals';
  if (set.kind === 'ner') {
    const lines = set.rows.map(({ id, text }) => ({
      id,
      entities: capitalisedPhrases(text).map((name) => ({ text: name })),
    }));
    return [{ reader, what: 'names', figures: score(set, lines) }];
  }
  const pairs = (order: 'as written' | 'both ways', r?: string): PredictedLine[] =>
    set.rows.map(({ id, text }) => ({
      id,
      relations: capitalisedPairs(text, order).map((pair) => (r === undefined ? pair : { ...pair, r })),
    }));
  return [
    { reader, what: 'pairs', figures: score(set, pairs('as written')) },
    { reader: `${reader}, both ways`, what: 'pairs', figures: score(set, pairs('both ways')) },
    { reader, what: 'labelled', figures: score(set, pairs('as written', COMMONEST_LABEL)) },
  ];
}

interface Reader {
  readonly reader: string;
  readonly extractor: Extractor;
  readonly toLabels: ToLabels;
}

async function measure({ reader, extractor, toLabels }: Reader, set: GoldSet): Promise<Row[]> {
  const read = (change: (text: string) => string) =>
    extractor.extract(set.rows.map(({ text }) => ({ text: change(text), at: Date.now() })));
  const extractions = await read((text) => text);
  const lines = (toLine: (extraction: Extraction) => Omit<PredictedLine, 'id'>, from = extractions): PredictedLine[] =>
    set.rows.map(({ id }, i) => ({ id, ...toLine(from[i] as Extraction) }));
  const row = (what: string, predicted: readonly PredictedLine[]): Row => ({
    reader,
    what,
    figures: score(set, predicted),
  });
  if (set.kind === 'ner' && toLabels === labelAsWritten)
    return [
      row(
        'names',
        lines((one) => ({ entities: namesOf(one) })),
      ),
    ];
  if (set.kind === 'ner') {
    const small = await read((text) => text.toLowerCase());
    const named = (from: readonly Extraction[]) => lines((one) => ({ entities: namesOf(one) }), [...from]);
    return [
      row('names', named(extractions)),
      { reader, what: 'names, typed', figures: scoreTyped(set.rows, extractions) },
      row('names, small letters', named(small)),
      { reader, what: 'names, typed, small letters', figures: scoreTyped(set.rows, small) },
    ];
  }
  const from = (bar: number) =>
    extractions.map((one) => ({ ...one, relations: one.relations.filter(({ confidence }) => confidence >= bar) }));
  const all = score(
    set,
    lines((one) => ({ relations: labelled(one, toLabels) })),
  );
  const reach = reachOf(set.rows, extractions);
  const said = set.rows.flatMap((one, i) => judged(extractions[i] as Extraction, one, toLabels));
  return [
    row(
      'pairs',
      lines((one) => ({ relations: unlabelled(one, toLabels) })),
    ),
    { reader, what: 'labelled', figures: all, reach, calibration: calibrationOf(said) },
    { reader, what: 'labelled, stands in one sentence', figures: withinReach(all, reach.inOneSentence) },
    { reader, what: 'labelled, named in one sentence', figures: withinReach(all, reach.namedInOneSentence) },
    ...BARS.map((bar) =>
      row(
        `labelled, ${bar} or more`,
        lines((one) => ({ relations: labelled(one, toLabels) }), from(bar)),
      ),
    ),
  ];
}

/** Its relations are called what the gold calls them, only in capitals. */
async function throughStub(set: GoldSet): Promise<Row[]> {
  const stub = await openStubReader(set, silent);
  try {
    const reader = 'LLM path, stub that is told the answers';
    return await measure({ reader, extractor: stub.extractor, toLabels: labelAsWritten }, set);
  } finally {
    await stub.close();
  }
}
