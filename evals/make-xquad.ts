/**
 * `node evals/make-xquad.ts SOURCE OUT [every]`: packs out of XQuAD (google-deepmind/xquad: `xquad.en.json` and its translations in SOURCE), whose
 * passages and questions are the same in all languages. `xquad-cross` asks in ten languages of passages in English, `xquad-same` in
 * each language of its own passages, `xquad-mixed` in English of passages in English among as many in other languages, `xquad-scattered` across
 * languages both ways where each passage is there in one language alone. Every eighth question, unless said otherwise.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const LANGUAGES = ['ar', 'de', 'el', 'es', 'hi', 'ru', 'th', 'tr', 'vi', 'zh'];
const ENGLISH = 'en';
const [source, out, every = '8'] = process.argv.slice(2);
if (source === undefined || out === undefined) throw new Error('node evals/make-xquad.ts SOURCE OUT [every]');

const fileSchema = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({ context: z.string(), qas: z.array(z.object({ id: z.string(), question: z.string() })) }),
      ),
    }),
  ),
});

interface Question {
  readonly id: string;
  readonly text: string;
  /** Place of the passage that answers. */
  readonly passage: number;
}

interface Translation {
  readonly language: string;
  readonly passages: readonly string[];
  readonly questions: readonly Question[];
}

function read(language: string): Translation {
  const file = path.join(source as string, `xquad.${language}.json`);
  const paragraphs = fileSchema
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .data.flatMap((article) => article.paragraphs);
  const questions = paragraphs.flatMap(({ qas }, passage) =>
    qas.map(({ id, question }) => ({ id, text: question, passage })),
  );
  return {
    language,
    passages: paragraphs.map(({ context }) => context),
    questions: questions.filter((_, place) => place % Number(every) === 0),
  };
}

interface Asking {
  readonly from: Translation;
  /** In which language the passages are that answer. */
  readonly of: string;
  readonly group: string;
  /** Only questions about these. */
  readonly about?: (passage: number) => boolean;
  readonly category?: string;
}

const everything = () => true;

function toQuestions({ from, of, group, about = everything, category = from.language }: Asking): object[] {
  return from.questions
    .filter(({ passage }) => about(passage))
    .map(({ id, text, passage }) => ({
      id: `${from.language}-${id}`,
      text,
      group,
      category,
      rel: { [`${of}-${passage}`]: 1 },
    }));
}

function write(name: string, memories: readonly object[], askings: readonly Asking[]): void {
  const folder = path.join(out as string, name);
  const questions = askings.flatMap(toQuestions);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'meta.json'), JSON.stringify({ name, primary: 'recall@5' }));
  writeFileSync(path.join(folder, 'corpus.jsonl'), memories.map((one) => `${JSON.stringify(one)}\n`).join(''));
  writeFileSync(path.join(folder, 'queries.jsonl'), questions.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

const memoriesOf = ({ language, passages }: Translation, group: string) =>
  passages.map((text, place) => ({ id: `${language}-${place}`, text, group }));

const english = read(ENGLISH);
const translations = LANGUAGES.map(read);
write(
  'xquad-cross',
  memoriesOf(english, ENGLISH),
  translations.map((from) => ({ from, of: ENGLISH, group: ENGLISH })),
);
write(
  'xquad-same',
  translations.flatMap((one) => memoriesOf(one, one.language)),
  translations.map((from) => ({ from, of: from.language, group: from.language })),
);
// Some passages in each language, so that a question in English may be answered in another.
const shares = [english, ...translations].flatMap((one, turn, all) =>
  memoriesOf(one, 'mixed').filter((_, place) => one === english || place % (all.length - 1) === turn - 1),
);
write('xquad-mixed', shares, [{ from: english, of: ENGLISH, group: 'mixed' }]);

// Each passage in one language alone: every other in English, the rest in each of the others in turn. Asked across languages, both ways.
const isEnglish = (place: number) => place % 2 === 0;
const turnOf = (place: number) => Math.floor(place / 2) % translations.length;
const isOf = (turn: number) => (place: number) => !isEnglish(place) && turnOf(place) === turn;
write(
  'xquad-scattered',
  [
    ...memoriesOf(english, 'scattered').filter((_, place) => isEnglish(place)),
    ...translations.flatMap((one, turn) => memoriesOf(one, 'scattered').filter((_, place) => isOf(turn)(place))),
  ],
  translations.flatMap((from, turn): Asking[] => {
    const ofEnglish = (place: number) => isEnglish(place) && turnOf(place) === turn;
    return [
      { from: english, of: from.language, group: 'scattered', about: isOf(turn), category: 'from English' },
      { from, of: ENGLISH, group: 'scattered', about: ofEnglish, category: 'to English' },
    ];
  }),
);
