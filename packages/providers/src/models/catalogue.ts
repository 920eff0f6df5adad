/**
 * Models that are not part of Zapomni and can be installed beside it. Each file is named with its length and its hash, and is
 * trusted for those alone: where it comes from is a matter of convenience.
 */
import type { EmbeddingModel } from '@zapomni/core/ports';
import { LANGUAGE_MODEL } from '../embed/languages/language-embedder.ts';
import { packUnigram } from '../embed/languages/unigram-table.ts';

export interface ModelFile {
  /** Where it lies, below the source and below the model's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is made from another one when the model is installed, because loading that one takes too long. */
export interface MadeFile extends ModelFile {
  readonly from: string;
  make(source: Uint8Array): Uint8Array;
}

export interface CatalogueModel {
  /** What the user calls it. */
  readonly name: string;
  readonly about: string;
  readonly licence: string;
  readonly model: EmbeddingModel;
  /** One that does not change; `source` is put before the paths of files. */
  readonly source: string;
  /** Patterns of hosts that the source leads to. */
  readonly hosts: readonly string[];
  readonly files: readonly ModelFile[];
  readonly made: readonly MadeFile[];
}

const TOKENIZER = 'tokenizer.json';

export const MULTILINGUAL: CatalogueModel = {
  name: LANGUAGE_MODEL.name,
  about: 'Meaning in some fifty languages and across them (paraphrase-multilingual-MiniLM-L12-v2)',
  licence: 'Apache-2.0',
  model: LANGUAGE_MODEL.model,
  source:
    'https://huggingface.co/Xenova/paraphrase-multilingual-MiniLM-L12-v2/resolve/2c4055b12046f11709e9df2c122e59ffbdc2f900/',
  hosts: ['huggingface.co', '*.huggingface.co', '*.hf.co'],
  files: [
    {
      path: 'onnx/model_quantized.onnx',
      bytes: 118_308_126,
      sha256: '66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc',
    },
    {
      path: TOKENIZER,
      bytes: 17_082_913,
      sha256: 'b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441',
    },
  ],
  made: [
    {
      path: 'pieces.bin',
      from: TOKENIZER,
      bytes: 5_775_172,
      sha256: '0b97263fd4044ccda8d1a08a9f630f01da265faad1431efd0e2c8ed680b30f37',
      make: (json) => packUnigram(JSON.parse(Buffer.from(json).toString('utf8')) as object),
    },
  ],
};

export const CATALOGUE: readonly CatalogueModel[] = [MULTILINGUAL];

/** What is kept of a model: what nothing was made of, and what was made. */
export function keptFiles({ files, made }: CatalogueModel): readonly ModelFile[] {
  const used = new Set(made.map(({ from }) => from));
  return [...files.filter(({ path }) => !used.has(path)), ...made];
}
