import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boundText } from './bound-text.ts';
import { BUILTIN_MODEL, findBuiltinModel } from '../builtin-model.ts';
import { createTextEncoder } from './text-encoder.ts';

const CLS = 101;
const SEP = 102;
const readJson = (file: string) => JSON.parse(readFileSync(join(findBuiltinModel(), file), 'utf8')) as object;
const { encode } = createTextEncoder(readJson('tokenizer.json'), readJson('tokenizer_config.json'));

describe('createTextEncoder', () => {
  it('gives the ids the model was trained with', () => {
    expect(encode({ text: 'Hello, world!', role: 'passage' }).ids).toEqual([CLS, 7592, 1010, 2088, 999, SEP]);
  });

  it('puts the prefix before questions only', () => {
    const prefixed = encode({
      text: 'Represent this sentence for searching relevant passages: where is it?',
      role: 'passage',
    });
    expect(encode({ text: 'where is it?', role: 'query' }).ids).toEqual(prefixed.ids);
  });

  it.each(['query', 'passage'] as const)('cuts a long %s to what the model reads, ends kept', (role) => {
    const { ids } = encode({ text: 'word '.repeat(5000), role });
    expect(ids).toHaveLength(BUILTIN_MODEL.maxTokens);
    expect([ids[0], ids.at(-1)]).toEqual([CLS, SEP]);
  });

  it('ignores padding and truncation that the file asks for', () => {
    const tuned = {
      ...readJson('tokenizer.json'),
      truncation: { max_length: 4 },
      padding: { strategy: { Fixed: 128 } },
    };
    const text = 'one two three four five six';
    const { ids } = createTextEncoder(tuned, readJson('tokenizer_config.json')).encode({ text, role: 'passage' });
    expect(ids).toEqual(encode({ text, role: 'passage' }).ids);
  });

  it.each(['', '\u0000', '\ud800'])('leaves only the ends of %j', (text) =>
    expect(encode({ text, role: 'passage' }).ids).toEqual([CLS, SEP]),
  );
});

describe('boundText', () => {
  it('leaves ordinary text alone', () => expect(boundText('né 🎉 字')).toBe('né 🎉 字'));

  it('bounds a huge text without leaving half a character', () => {
    const bounded = boundText(`x${'🎉'.repeat(1_000_000)}`);
    expect(bounded.length).toBeLessThan(10_000);
    expect(bounded.isWellFormed()).toBe(true);
  });
});
