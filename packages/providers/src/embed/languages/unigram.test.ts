/** Cutting words into pieces, by a small vocabulary that can be followed by hand and held against another implementation. */
import { Tokenizer } from '@huggingface/tokenizers';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { describe, expect, it } from 'vitest';
import { createPieceEncoder } from './piece-encoder.ts';
import { packUnigram, readUnigram } from './unigram-table.ts';

const SPECIAL = ['<s>', '<pad>', '</s>', '<unk>'];
const PIECES: readonly (readonly [string, number])[] = [
  ['▁', -3],
  ['▁the', -2],
  ['▁th', -4],
  ['e', -4.5],
  ['t', -5],
  ['h', -5.5],
  ['▁house', -6],
  ['s', -4],
  ['▁дом', -7],
  ['ом', -6.5],
  ['д', -8],
  ['▁家', -7.5],
  ['家', -8.5],
  ['😀', -9],
  ['▁ﬁn', -9.5],
  ['fin', -6.25],
];
const JSON_FILE = {
  version: '1.0',
  added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
  pre_tokenizer: {
    type: 'Sequence',
    pretokenizers: [{ type: 'WhitespaceSplit' }, { type: 'Metaspace', replacement: '▁', add_prefix_space: true }],
  },
  post_processor: null,
  decoder: null,
  model: { type: 'Unigram', unk_id: 3, vocab: [...SPECIAL.map((name) => [name, 0] as const), ...PIECES] },
};

const table = () => readUnigram(packUnigram(JSON_FILE));
const encode = (text: string, most = 100) => createPieceEncoder(table(), most)(text);
const names = (ids: readonly number[]) => ids.map((id) => JSON_FILE.model.vocab[id]?.[0]);

describe('the table of pieces', () => {
  it('is the same for the same tokenizer, wherever its bytes lie', () => {
    const bytes = packUnigram(JSON_FILE);
    expect(Buffer.from(packUnigram(JSON_FILE)).equals(bytes)).toBe(true);
    const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    expect(createPieceEncoder(readUnigram(shifted), 100)('the houses').ids).toEqual(encode('the houses').ids);
  });

  it('is not read from other bytes', () => {
    expect(() => readUnigram(new Uint8Array(64))).toThrow(/cannot be read/);
  });
});

describe('a text in pieces', () => {
  it('is spelt in the likeliest way, between start and end', () => {
    expect(names(encode('the houses').ids)).toEqual(['<s>', '▁the', '▁house', 's', '</s>']);
    expect(names(encode('  дом\n家').ids)).toEqual(['<s>', '▁дом', '▁家', '</s>']);
    expect(names(encode('ﬁn').ids)).toEqual(['<s>', '▁', 'fin', '</s>']);
    expect(names(encode('').ids)).toEqual(['<s>', '</s>']);
  });

  it('has one unknown for what nobody knows in a row, and says how much is known', () => {
    const { ids, known } = encode('the qzq 😀');
    expect(names(ids)).toEqual(['<s>', '▁the', '▁', '<unk>', '▁', '😀', '</s>']);
    expect(known).toBeCloseTo(4 / 5);
    expect(encode('').known).toBe(0);
  });

  it('is cut where the model ends', () => {
    const { ids } = encode('the the the the', 4);
    expect(names(ids)).toEqual(['<s>', '▁the', '▁the', '</s>']);
  });

  it('does not take the name of a special piece for the piece', () => {
    expect(encode('</s>').ids.slice(1, -1)).not.toContain(2);
  });

  it('is what another implementation makes of it', () => {
    const other = new Tokenizer(JSON_FILE, {}) as { encode(text: string): { ids: number[] } };
    const random = trialRandom();
    const letters = ['the', 'house', 's', ' ', 'дом', 'ом', '家', '😀', 'x', 'fin', 'ﬁn', 'h', 'e'];
    for (let trial = 0; trial < 300; trial++) {
      const text = Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('');
      expect(encode(text).ids.slice(1, -1), text).toEqual(other.encode(text).ids);
    }
  });
});
