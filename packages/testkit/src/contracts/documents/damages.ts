/** What can be done to bytes: blindly, or knowing how texts are built. */

export type Damage = (bytes: Uint8Array, random: () => number) => Uint8Array;

export const within = (random: () => number, length: number) => Math.floor(random() * length);

export const BYTE_DAMAGES: readonly Damage[] = [
  // Cut off.
  (bytes, random) => bytes.slice(0, within(random, bytes.length)),
  // Single bits.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    for (let n = within(random, 20); n >= 0; n--) damaged[within(random, bytes.length)]! ^= 1 << within(random, 8);
    return damaged;
  },
  // A stretch of noise.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    const at = within(random, bytes.length);
    for (let i = at; i < Math.min(bytes.length, at + 50); i++) damaged[i] = within(random, 256);
    return damaged;
  },
  // A stretch that is lost.
  (bytes, random) => {
    const at = within(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + within(random, 200))]);
  },
  // A stretch that is said again and again.
  (bytes, random) => {
    const at = within(random, bytes.length);
    const stretch = bytes.subarray(at, at + 1 + within(random, 40));
    const times = Array.from({ length: within(random, 500) }, () => stretch);
    return Buffer.concat([bytes.subarray(0, at), ...times, bytes.subarray(at)]);
  },
  // Lengths and numbers at their limits.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    const at = within(random, bytes.length);
    damaged.fill(random() < 0.5 ? 0xff : 0, at, Math.min(bytes.length, at + 4));
    return damaged;
  },
];

const NUMBERS = ['0', '-1', '1e308', '-1e308', 'NaN', '999999999999', '4294967295', '2147483648', '0.0000001'];
/** What is opened and never closed, in one format or another. */
const OPENINGS = [
  '<div>',
  '<a><b>',
  '[',
  '{"a":',
  '{\\b ',
  '\\begin{a}',
  '> ',
  '- \n  ',
  '<<',
  '(',
  '"',
  '`',
  '|',
  'q ',
];
const ENTITIES =
  '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>&c;';

export const TEXT_DAMAGES: readonly Damage[] = [
  // A number that nobody meant.
  onText((text, random) => {
    const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/gu)];
    const found = numbers[within(random, numbers.length)];
    return found ? splice(text, found.index, found[0].length, oneOf(NUMBERS, random)) : text;
  }),
  // Nesting without end.
  onText((text, random) =>
    splice(text, within(random, text.length), 0, oneOf(OPENINGS, random).repeat(1 + within(random, 20_000))),
  ),
  // Entities that grow.
  onText((text, random) => splice(text, random() < 0.5 ? 0 : within(random, text.length), 0, ENTITIES)),
  // One line without end.
  onText((text, random) =>
    splice(text, within(random, text.length), 0, oneOf(['a', ' ', 'ab ', '\t', '&', '='], random).repeat(100_000)),
  ),
  // An element, a line or a word that is left out or changes places with another.
  onText((text, random) => {
    const parts = text.split(/(?<=>)|(?<=\n)|(?<= )/u);
    const [a, b] = [within(random, parts.length), within(random, parts.length)];
    [parts[a], parts[b]] = random() < 0.5 ? ['', parts[b] ?? ''] : [parts[b] ?? '', parts[a] ?? ''];
    return parts.join('');
  }),
];

/** Latin-1 stands for the bytes, whatever they mean. */
function onText(change: (text: string, random: () => number) => string): Damage {
  return (bytes, random) =>
    Uint8Array.from(Buffer.from(change(Buffer.from(bytes).toString('latin1'), random), 'latin1'));
}

const splice = (text: string, at: number, length: number, piece: string) =>
  text.slice(0, at) + piece + text.slice(at + length);

const oneOf = (pieces: readonly string[], random: () => number) => pieces[within(random, pieces.length)] ?? '';
