/**
 * How the words of a prepared corpus are written, by the server's own code, as written and in small letters:
 *   node scripts/heads/spelling.ts IN.jsonl STATES OUT.f16       STATES.jsonl is what states.ts wrote
 * OUT.f16 has 2 × 22 halves for each word.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { SPELLING_FEATURES, spellingOf, type PiecedWord } from '../../packages/providers/src/extract/heads/spelling.ts';

const [input, states, output] = process.argv.slice(2) as [string, string, string];
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const rows = lines(input) as { text: string }[];
const found = (lines(`${states}.jsonl`) as { words: number[] }[]).flatMap(({ words }, i) => {
  const text = rows[i]?.text as string;
  const pieced: PiecedWord[] = [];
  for (let w = 0; w < words.length; w += 3)
    pieced.push({ start: words[w] as number, end: words[w + 1] as number, pieces: words[w + 2] as number });
  const [written, small] = [spellingOf(text, pieced), spellingOf(inSmallLetters(text), pieced)];
  return pieced.map((_, w) => {
    const part = (all: Float32Array) => all.subarray(w * SPELLING_FEATURES, (w + 1) * SPELLING_FEATURES);
    return Float16Array.from([...part(written), ...part(small)]);
  });
});
const all = new Float16Array(found.length * 2 * SPELLING_FEATURES);
found.forEach((row, i) => all.set(row, i * 2 * SPELLING_FEATURES));
writeFileSync(output, new Uint8Array(all.buffer));

/** Letter by letter, so that places stay what they are. */
function inSmallLetters(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );
}
