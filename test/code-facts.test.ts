/** Facts as they are kept: what comes back is what was put away, whatever the file was. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeFacts, encodeFacts } from '@zapomni/core/code';
import type { CodeParser, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';

const silent: Logger = { log: () => undefined, child: () => silent };
let parser: CodeParser;
beforeAll(() => {
  parser = createCodeParser({ logger: silent, processes: 1 });
});
afterAll(() => parser.close());

/** Pieces of source in any order: whole statements, broken ones, other scripts, lone halves of characters. */
const PIECES = [
  'def f(a, *b, c=1, **d):\n    """Что-то 🦊"""\n    return a(*b)\n',
  'class A(B[C], metaclass=D):\n    @property\n    def x(self): return self._x\n',
  'x = {"k": [lambda: 1, f], **y}\n',
  'for a, (b, *c) in z.items():\n    c[-1].run(b)\n',
  'from . import (a as b, c)\nimport d.e\n',
  'def (:\n',
  '"\ud800"\r\n',
  '\0',
];
const LANGUAGES = ['python', 'typescript', 'json', 'go'];

test('decoding what was encoded gives the same facts', async () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 8 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LANGUAGES), text, async (language, source) => {
      const facts = await parser.parse({ language, text: source });
      expect(decodeFacts(encodeFacts(facts))).toEqual(facts);
    }),
    { numRuns: 60 },
  );
});

test('kept facts of a long file are shorter than half of their JSON', async () => {
  const facts = await parser.parse({ language: 'python', text: PIECES.slice(0, 5).join('').repeat(50) });
  expect(encodeFacts(facts).length).toBeLessThan(JSON.stringify(facts).length / 2);
});

test('bytes that are no facts say so', async () => {
  const bytes = encodeFacts(await parser.parse({ language: 'python', text: PIECES.join('') }));
  for (const broken of [new Uint8Array(0), bytes.subarray(1), bytes.subarray(0, bytes.length - 3), Buffer.from('{}')])
    expect(() => decodeFacts(broken)).toThrow('parse it again');
});
