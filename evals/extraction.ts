/**
 * `npm run eval -- --extraction`: what the built-in extractor finds of the names and relations that people marked, beside what
 * capitals alone give; the same through the way of a language model, with a stub in its place; and how fast. README.md says more.
 */
import type { Extraction, Extractor, Logger } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor } from '@zapomni/providers/extract';
import { capitalisedPairs, capitalisedPhrases } from './lib/extraction/baseline.ts';
import { findGoldSets, type GoldSet } from './lib/extraction/gold.ts';
import { COMMONEST_LABEL, labelAsWritten, labelsOf, type ToLabels } from './lib/extraction/labels.ts';
import { labelled, namesOf, unlabelled } from './lib/extraction/predictions.ts';
import { score, type Figures, type PredictedLine } from './lib/extraction/scorer.ts';
import { openStubReader } from './lib/extraction/stub-endpoint.ts';
import { embeddingSpeed, readingSpeed, type Speed } from './lib/extraction/throughput.ts';

export interface ExtractionResult {
  readonly set: string;
  readonly texts: number;
  readonly figures: readonly { readonly reader: string; readonly what: string; readonly figures: Figures }[];
  readonly reading: Speed;
  readonly embedding: Speed;
}

const silent: Logger = { log: () => undefined, child: () => silent };

export async function evaluateExtraction(roots: readonly string[]): Promise<ExtractionResult[]> {
  const sets = findGoldSets(roots);
  if (sets.length === 0) throw new Error('No extras/ner-*.jsonl or extras/relations-*.jsonl in the folders of --data.');
  const builtin = createBuiltinExtractor({ modelDir: findBuiltinModel(), logger: silent });
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  try {
    const results: ExtractionResult[] = [];
    for (const set of sets) {
      const texts = set.rows.map(({ text }) => text);
      const figures = [
        ...baselines(set),
        ...(await measure({ reader: 'built-in', extractor: builtin, toLabels: labelsOf }, set)),
        ...(await throughStub(set)),
      ];
      const [reading, embedding] = [await readingSpeed(builtin, texts), await embeddingSpeed(embedder, texts)];
      results.push({ set: set.name, texts: texts.length, figures, reading, embedding });
    }
    return results;
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
  const extractions = await extractor.extract(set.rows.map(({ text }) => ({ text, at: Date.now() })));
  const lines = (toLine: (extraction: Extraction) => Omit<PredictedLine, 'id'>): PredictedLine[] =>
    set.rows.map(({ id }, i) => ({ id, ...toLine(extractions[i] as Extraction) }));
  if (set.kind === 'ner') {
    return [
      {
        reader,
        what: 'names',
        figures: score(
          set,
          lines((one) => ({ entities: namesOf(one) })),
        ),
      },
    ];
  }
  return [
    {
      reader,
      what: 'pairs',
      figures: score(
        set,
        lines((one) => ({ relations: unlabelled(one, toLabels) })),
      ),
    },
    {
      reader,
      what: 'labelled',
      figures: score(
        set,
        lines((one) => ({ relations: labelled(one, toLabels) })),
      ),
    },
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
