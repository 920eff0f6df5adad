import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

async function read(text: string, facts = {}) {
  const drafts = [];
  for await (const draft of readLines(Readable.from([text]), facts)) drafts.push(draft);
  return drafts;
}

describe('--jsonl', () => {
  it('takes one memory per line, blank lines aside, and fills in what a line leaves out', async () => {
    const lines =
      '\ufeff{"text":"a"}\r\n\n{"text":"b","tags":["x"],"metadata":{"n":1},"source":"s","kind":"fact","key":"k"}\n';
    expect(await read(lines, { source: 'all', tags: ['t'] })).toEqual([
      { where: 'line 1', bytes: 17, draft: { text: 'a', source: 'all', tags: ['t'] } },
      {
        where: 'line 3',
        bytes: 83,
        draft: { text: 'b', tags: ['x'], metadata: { n: 1 }, source: 's', kind: 'fact', key: 'k' },
      },
    ]);
  });

  it('does not break a line inside a text', async () => {
    const [only] = await read(JSON.stringify({ text: 'one \u2028 two \u2029 three' }));
    expect(only?.draft.text).toBe('one \u2028 two \u2029 three');
  });

  it.each([
    ['nonsense', 'line 1: is not JSON'],
    ['{"text":"a"}\n[]', 'line 2: must be an object'],
    ['{}', 'line 1, text: is missing'],
    ['{"text":1}', 'line 1, text: must be text'],
    ['{"text":"a","tags":"x"}', 'line 1, tags: must be a list of texts'],
    ['{"text":"a","metadata":[]}', 'line 1, metadata: must be an object'],
    ['{"text":"a","kind":"Not So"}', 'line 1, kind: must be 1–32 characters'],
    ['{"text":"a","tag":"x"}', 'line 1, tag: unknown field'],
  ])('%s is refused: %s', async (line, message) => {
    await expect(read(line)).rejects.toThrow(message);
  });
});
