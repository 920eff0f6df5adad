import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { cutPassages, estimateTokens } from './passages.ts';

const OPTIONS = { size: 512, overlap: 50 };
const cut = (text: string, options = OPTIONS) => [...cutPassages(text, options)];
const texts = (text: string, options = OPTIONS) => cut(text, options).map(({ start, end }) => text.slice(start, end));
const SENTENCE = 'The quick brown fox jumps over the lazy dog near the river. ';

describe('cutPassages', () => {
  it('leaves a short text whole', () => {
    expect(texts('hello world')).toEqual(['hello world']);
  });

  it('cuts at the same places wherever the machine stands: to Greeks a semicolon asks a question', () => {
    const text = `${'The boat is in, the gate is shut and nobody is late; '.repeat(9)}good night. `.repeat(12);
    const module = new URL('passages.ts', import.meta.url).pathname;
    const program = `import { cutPassages } from ${JSON.stringify(module)};
      console.log(JSON.stringify([...cutPassages(${JSON.stringify(text)}, ${JSON.stringify(OPTIONS)})]));`;
    const cutIn = (LC_ALL: string): unknown => {
      const args = ['--input-type=module', '--eval', program];
      return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, LC_ALL }, encoding: 'utf8' }));
    };
    const there = cutIn('el_GR.UTF-8');
    expect(there).toEqual(cutIn('en_US.UTF-8'));
    expect(there).toHaveLength(cut(text).length);
  });

  it('takes control characters for content', () => {
    expect(texts('\u0000 nul \u0000')).toEqual(['\u0000 nul \u0000']);
  });

  it('keeps to the size and overlaps', () => {
    const text = SENTENCE.repeat(200);
    const spans = cut(text);
    expect(spans.length).toBeGreaterThan(2);
    for (const { start, end } of spans) expect(estimateTokens(text, start, end)).toBeLessThanOrEqual(OPTIONS.size);
    for (const [i, span] of spans.slice(1).entries()) expect(span.start).toBeLessThan(spans[i]?.end ?? 0);
  });

  it('begins at sentences and headings where it can', () => {
    const text = `# One\n\n${SENTENCE.repeat(20)}\n\n# Two\n\n${SENTENCE.repeat(20)}\n\n# Three\n\n${SENTENCE.repeat(20)}`;
    const starts = texts(text).map((passage) => passage.split('\n')[0]);
    expect(starts).toEqual(['# One', '# Two', '# Three']);
  });

  it('keeps a fenced block in one piece when it fits', () => {
    const code = `\`\`\`js\n${'const x = 1;\n\n'.repeat(25)}\`\`\``;
    const text = `${SENTENCE.repeat(25)}\n\n${code}\n\n${SENTENCE.repeat(25)}`;
    expect(texts(text).some((passage) => passage.includes(code))).toBe(true);
  });

  it('loses nothing: whatever is not white space lies in some passage', () => {
    const mixed = fc.string({
      unit: fc.constantFrom('a', 'word ', '. ', '\n', '\n\n', '```\n', '# ', '日', '👨‍👩‍👧', '😀', '\t', 'é'),
      maxLength: 600,
    });
    fc.assert(
      fc.property(mixed, fc.integer({ min: 10, max: 60 }), (text, size) => {
        const covered = new Uint8Array(text.length);
        for (const { start, end } of cut(text, { size, overlap: 5 })) covered.fill(1, start, end);
        for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x20) expect(covered[i]).toBe(1);
      }),
    );
  });

  it('never cuts a surrogate pair in two', () => {
    const text = '😀'.repeat(3000);
    for (const passage of texts(text, { size: 33, overlap: 7 })) expect(passage.isWellFormed()).toBe(true);
  });

  it('moves on whatever the text: spans grow and end', () => {
    for (const text of [
      'a'.repeat(50_000),
      '.'.repeat(50_000),
      '\n'.repeat(50_000),
      'ab '.repeat(20_000),
      '```\n'.repeat(5000),
    ]) {
      const spans = cut(text);
      for (const [i, span] of spans.slice(1).entries()) expect(span.end).toBeGreaterThan(spans[i]?.end ?? 0);
    }
  });

  it('handles ten million characters, one line or many', () => {
    verifies('D004', 'R135');
    expect(cut('lorem ipsum '.repeat(833_333)).length).toBeGreaterThan(1000);
    expect(cut(`${SENTENCE.repeat(10)}\n\n`.repeat(16_000)).length).toBeGreaterThan(1000);
  });
});
