/** What is cut before anything is kept, one case for each kind, and what stays because it is no secret. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutSecrets, SECRET_KINDS, withoutPrivate } from './cut-secrets.ts';
import { hasLuhn, hasMod97 } from './guards.ts';
import { SAMPLES } from './testing/samples.ts';

const INNOCENT = readFileSync(new URL('testing/innocent.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

describe('secrets', () => {
  it('there are more than a hundred kinds, each with a name of its own and a case here', () => {
    expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(100);
    expect(SECRET_KINDS.map(({ name }) => name).toSorted()).toEqual(Object.keys(SAMPLES).toSorted());
  });

  it.each(Object.entries(SAMPLES))('%s is cut and leaves its name', (name, sample) => {
    const [before, secret, after = ''] =
      typeof sample === 'string' ? ['', sample] : (sample as [string, string, string?]);
    const { text, cut } = cutSecrets(`Here it is: ${before}${secret}${after}\nkeep it.`);
    expect(text).toBe(`Here it is: ${before}[cut: ${name}]${after}\nkeep it.`);
    expect(cut).toEqual([name]);
  });

  it('several in one text, each for itself, and again changes nothing', () => {
    const [one, two] = [SAMPLES['GitHub token'], SAMPLES['Slack token']] as [string, string];
    const { text, cut } = cutSecrets(`${one} and ${two} and ${one}`);
    expect(text).toBe('[cut: GitHub token] and [cut: Slack token] and [cut: GitHub token]');
    expect(cut).toHaveLength(3);
    expect(cutSecrets(text)).toEqual({ text, cut: [] });
  });

  it('a private key whose end is missing goes to the end of the text', () => {
    const [half] = (SAMPLES['private key'] as string).split('-----END');
    expect(cutSecrets(`a ${half}`).text).toBe('a [cut: private key]');
  });

  it('two hundred things that look a little like one stay', () => {
    expect(INNOCENT).toHaveLength(200);
    expect(INNOCENT.filter((line) => cutSecrets(line).text !== line)).toEqual([]);
  });

  it('a long text without any is not held up by patterns that go back and forth', () => {
    const long = `${'a'.repeat(50_000)} ${'password '.repeat(5000)}${'token: '.repeat(5000)}${'-'.repeat(20_000)}`;
    expect(cutSecrets(long).text).toBe(long);
  });

  it('checksums are checked', () => {
    expect([hasLuhn('4111 1111 1111 1112'), hasLuhn('0000 0000 0000 0000'), hasLuhn('4111-1111-1111-1111')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([hasMod97('DE89370400440532013001'), hasMod97('GB82 WEST 1234 5698 7654 32')]).toEqual([false, true]);
  });
});

describe('<private>', () => {
  it.each([
    ['a <private>b</private> c', 'a  c'],
    ['a <PRIVATE note="x">b\nc</Private > d', 'a  d'],
    ['a <private>b', 'a '],
    ['a <private>b <private>c</private> d</private> e', 'a  e'],
    ['a <private>b <private>c</private> d', 'a '],
    ['a </private> b', 'a  b'],
    ['no <privateer> here', 'no <privateer> here'],
  ])('%j is kept as %j', (text, kept) => expect(withoutPrivate(text)).toBe(kept));
});
