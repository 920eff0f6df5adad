import { describe, expect, it } from 'vitest';
import { habitsOf } from './model-habits.ts';

describe('habits of models', () => {
  it.each([
    ['nomic-embed-text', 'search_query: ', 'search_document: ', true],
    ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: ', true],
    ['text-embedding-nomic-embed-text-v1.5@q8_0', 'search_query: ', 'search_document: ', true],
    ['nomic-embed-text-v2-moe', 'search_query: ', 'search_document: ', false],
    ['mxbai-embed-large', 'Represent this sentence for searching relevant passages: ', '', true],
    ['BAAI/bge-base-en-v1.5', 'Represent this sentence for searching relevant passages: ', '', true],
    ['snowflake-arctic-embed:33m', 'Represent this sentence for searching relevant passages: ', '', true],
    ['snowflake-arctic-embed2', 'query: ', '', false],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', '', false],
    ['embeddinggemma:300m', 'task: search result | query: ', 'title: none | text: ', false],
    ['intfloat/multilingual-e5-small', 'query: ', 'passage: ', false],
    ['intfloat/e5-base-v2', 'query: ', 'passage: ', true],
    ['all-minilm', '', '', true],
    ['bge-m3', '', '', false],
    ['text-embedding-3-small', '', '', false],
  ])('%s', (model, query, passage, english) => {
    expect(habitsOf(model)).toMatchObject({ query, passage, english });
  });

  it('of qwen3 are an instruction for questions', () => {
    expect(habitsOf('qwen3-embedding:0.6b')).toMatchObject({ query: expect.stringMatching(/^Instruct: .*Query:$/s) });
  });
});
