/** Texts of real collections: their passages and questions, and any number of new passages made of their sentences. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from '@zapomni/testkit/seeded';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'bench');
const PACKS = ['locomo-turn-dev', 'hotpot-dev100', 'musique-dev100', 'beam100k-turn-dev', 'lme-turn-dev', 'cranfield'];
const SENTENCE = { least: 20, most: 400 };
const PASSAGE = 300;
const LONGEST_QUESTION = 300;

/** Those of the collections that are there. */
export function realPacks(): string[] {
  return PACKS.filter((pack) => existsSync(join(FOLDER, pack, 'corpus.jsonl.gz')));
}

export function readTexts(pack: string, kind: 'corpus' | 'queries'): string[] {
  const lines = gunzipSync(readFileSync(join(FOLDER, pack, `${kind}.jsonl.gz`))).toString('utf8');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

/** Passages of some fifty words: real sentences of all collections, put together at random. */
export function mixedPassages(seed: number): () => string {
  const sentences = realPacks()
    .flatMap((pack) => readTexts(pack, 'corpus'))
    .flatMap((text) => text.split(/(?<=[.!?\n])\s+/))
    .filter(({ length }) => length >= SENTENCE.least && length <= SENTENCE.most);
  const random = seeded(seed);
  return () => {
    let text = '';
    while (text.length < PASSAGE) text += `${text && ' '}${sentences[Math.floor(random() * sentences.length)]}`;
    return text;
  };
}

/** Real questions, of each collection in turn. */
export function realQuestions(count: number): string[] {
  const packs = realPacks().map((pack) => readTexts(pack, 'queries').filter(({ length }) => length < LONGEST_QUESTION));
  return Array.from({ length: count }, (_, i) => {
    const questions = packs[i % packs.length] ?? [];
    return questions[Math.floor(i / packs.length) % questions.length] ?? '';
  });
}
