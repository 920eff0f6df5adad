import { describe, expect, it } from 'vitest';
import { BrokenJson, jsonElements, type JsonElement } from './json-elements.ts';

async function read(...chunks: readonly string[]): Promise<JsonElement[]> {
  const elements: JsonElement[] = [];
  for await (const element of jsonElements(streamed(chunks))) elements.push(element);
  return elements;
}

async function* streamed(chunks: Iterable<string>): AsyncGenerator<string> {
  yield* chunks;
}

const VALUES = [{ a: '],"}{[' }, 'x, "y" \\', [1, [2, {}]], 7, null, true, {}, '', { 'k"': { deep: ['é🎉'] } }];

describe('jsonElements', () => {
  it('parts a list, wherever its chunks end', async () => {
    const text = ` ${JSON.stringify(VALUES, null, 1)}\n`;
    for (let at = 0; at <= text.length; at++) {
      const elements = await read(text.slice(0, at), text.slice(at));
      expect(elements.map((element) => JSON.parse(element.text ?? '') as unknown)).toEqual(VALUES);
      expect(elements.map(({ part, number }) => `${part}${number}`)).toEqual(VALUES.map((_, i) => `${i + 1}`));
    }
  });

  it('parts the lists of an object and passes over everything else in it', async () => {
    const object = { n: 1, 'a "b"': [], meta: { list: ['not me'] }, results: VALUES, text: '[1,2]', more: [['in']] };
    const text = JSON.stringify(object);
    for (let at = 0; at <= text.length; at++) {
      const elements = await read(text.slice(0, at), text.slice(at));
      const parts = Map.groupBy(elements, ({ part }) => part);
      expect([...parts.keys()]).toEqual(['results', 'more']);
      expect(parts.get('results')?.map((element) => JSON.parse(element.text ?? '') as unknown)).toEqual(VALUES);
      expect(parts.get('more')).toEqual([{ part: 'more', number: 1, text: '["in"]' }]);
    }
  });

  it('has an element before the next is read', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<string> {
      yield '[';
      while (true) yield `{"n":${++given}},`;
    }
    for await (const { number } of jsonElements(endless())) {
      expect(given).toBeLessThanOrEqual(number + 1);
      if (number === 1000) break;
    }
  });

  it('does not hold an element that is too long, and goes on after it', async () => {
    function* chunks(): Generator<string> {
      yield '[1,"';
      for (let i = 0; i < 65; i++) yield 'x'.repeat(1_000_000);
      yield '",3]';
    }
    const elements: JsonElement[] = [];
    for await (const element of jsonElements(streamed(chunks()))) elements.push(element);
    expect(elements.map(({ text }) => text)).toEqual(['1', null, '3']);
  });

  it.each([
    ['', 'is not JSON'],
    ['  \n', 'is not JSON'],
    ['hello', 'is not a JSON list or object'],
    ['"text"', 'is not a JSON list or object'],
    ['[1, 2', 'breaks off before its end'],
    ['{"a":[1,"x', 'breaks off before its end'],
    ['[1] [2]', 'goes on after its end'],
  ])('%j %s', async (text, why) => {
    await expect(read(text)).rejects.toThrow(new BrokenJson(why));
  });

  it('gives what comes before the break', async () => {
    const seen: (string | null)[] = [];
    const reading = (async () => {
      for await (const { text } of jsonElements(streamed(['[1, {"a":2}, [3']))) seen.push(text);
    })();
    await expect(reading).rejects.toThrow('breaks off');
    expect(seen).toEqual(['1', '{"a":2}']);
  });
});
