import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBuiltinModel } from '../builtin-model.ts';
import { fluencyOf } from './fluency.ts';
import { createTextEncoder } from './text-encoder.ts';

const SENTENCES = {
  prose: [
    'The quick brown fox jumps over the lazy dog.',
    'We decided to move the weekly meeting to Thursday because the kitchen is being painted.',
    'My sister lives in Seville and has worked in a hospital near the river for three years.',
    'Photosynthesis converts carbon dioxide and water into glucose using sunlight captured by chlorophyll.',
  ],
  technical: [
    'Priya Raghunathan moved from Gothenburg to Thiruvananthapuram to work with Kowalczyk on pgvector.',
    'const embedder = createBuiltinEmbedder({ modelDir, workers: 2, logger });',
    'TypeError: Cannot read properties of undefined (reading "postMessage") at Worker.<anonymous> (/srv/pool.ts:118:24)',
    'See https://docs.example.org/v2/getting-started#install and run npm install --save-dev vitest@5.1.0',
  ],
  related: [
    'Mi hermana vive en Sevilla y trabaja en un hospital cerca del río desde hace tres años.',
    'Die Geschwindigkeitsbegrenzung auf der Autobahn wurde gestern vorübergehend aufgehoben.',
    'Meine Schwester wohnt in Hamburg und arbeitet dort seit drei Jahren in einem Krankenhaus.',
    'Moja siostra mieszka w Krakowie i od trzech lat pracuje w szpitalu niedaleko rzeki.',
  ],
  foreign: [
    'Моя сестра живёт в Казани и уже три года работает в больнице у реки.',
    '我姐姐住在成都，三年来一直在河边的一家医院工作。',
    '私の姉は京都に住んでいて、三年前から川の近くの病院で働いています。',
    '우리 누나는 부산에 살고 있으며 강 근처 병원에서 삼 년째 일하고 있습니다.',
    'พี่สาวของฉันอาศัยอยู่ที่เชียงใหม่และทำงานที่โรงพยาบาลใกล้แม่น้ำมาสามปีแล้ว',
    'تعيش أختي في الإسكندرية وتعمل منذ ثلاث سنوات في مستشفى قرب النهر.',
  ],
};

const readJson = (file: string) => JSON.parse(readFileSync(join(findBuiltinModel(), file), 'utf8')) as object;
const { encode } = createTextEncoder(readJson('tokenizer.json'), readJson('tokenizer_config.json'));
const fluency = (text: string) => encode({ text, role: 'passage' }).fluency;

describe('fluencyOf with the built-in vocabulary', () => {
  it.each(SENTENCES.prose)('knows English: %s', (text) => expect(fluency(text)).toBeGreaterThan(0.9));

  it.each(SENTENCES.technical)('knows English with names and code: %s', (text) =>
    expect(fluency(text)).toBeGreaterThanOrEqual(0.7),
  );

  it.each(SENTENCES.related)('half knows languages with the same letters: %s', (text) => {
    expect(fluency(text)).toBeGreaterThan(0.25);
    expect(fluency(text)).toBeLessThan(0.75);
  });

  it.each(SENTENCES.foreign)('does not know other scripts: %s', (text) => expect(fluency(text)).toBeLessThan(0.03));

  it('is between for a text in two languages', () => {
    const mixed = fluency('The word запомни means remember in Russian.');
    expect(mixed).toBeGreaterThan(0.5);
    expect(mixed).toBeLessThan(0.9);
  });

  it('is the same for a question as for a passage: the prefix does not count', () => {
    const text = SENTENCES.foreign[0] as string;
    expect(encode({ text, role: 'query' }).fluency).toBe(fluency(text));
  });

  it.each(['', '  ', '\u0000', '?!', '🎉🚀'])('is 0 where there is nothing to know: %j', (text) =>
    expect(fluency(text)).toBe(0),
  );

  it('ignores emoji beside words', () => expect(fluency('great news 🎉🎉')).toBe(1));

  it('tells random letters from words', () => {
    expect(fluency('zxqv wkrj pfft')).toBeLessThan(0.2);
    expect(fluency('6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4')).toBeLessThan(0.2);
  });
});

describe('fluencyOf', () => {
  it('falls as the pieces of a word grow shorter', () => {
    const splits = [['abcdefgh'], ['abcd', '##efgh'], ['abc', '##def', '##gh'], ['ab', '##cd', '##ef', '##gh']];
    const values = splits.map((pieces) => fluencyOf('abcdefgh', pieces));
    expect(values[0]).toBe(1);
    expect(values[1]).toBe(1);
    expect(values[2]).toBeLessThan(1);
    expect(values[3]).toBeLessThan(values[2] as number);
    expect(fluencyOf('abcd', ['a', '##b', '##c', '##d'])).toBe(0);
  });
});
