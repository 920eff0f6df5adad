/** Sentences that nobody said before, each about something of its own, so that a search for one can find one place alone. */
import { seeded } from '../seeded.ts';

const SYLLABLES =
  'ba bre cal dor el fen gra hol is jun kel lor mav nor ost pel quin ras sul tor ul ven wes yar zim'.split(' ');
const THINGS = 'bridge harbour mill orchard lighthouse library quarry ferry market chapel'.split(' ');
const DEEDS = 'keeps lends counts repairs paints sells borrows hides weighs carries'.split(' ');
const GOODS = 'lanterns barrels ledgers ropes bricks apples bells charts candles wheels'.split(' ');
const WHEN = 'in spring|after the flood|before sunrise|on market days|every second winter|since the great fire'.split(
  '|',
);

/** The same ones for the same seed. */
export function sentenceMaker(seed: number): () => string {
  const random = seeded(seed);
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const name = () => {
    const word = one(SYLLABLES) + one(SYLLABLES) + one(SYLLABLES) + one(SYLLABLES);
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  return () =>
    `The ${one(THINGS)} of ${name()} ${one(DEEDS)} ${2 + Math.floor(random() * 900)} ${one(GOODS)} for ${name()} ${one(WHEN)}.`;
}

const FILLERS = [
  'What follows was written down as it was told, and nobody has looked at it since.',
  'Some of it may be of use to those who come later, and the rest does no harm.',
  'Opinions differ on how this came about, which need not concern us here.',
  'The usual arrangements apply unless something else is said.',
  'More on this can be found in the appendix, as far as it is known.',
  'It took longer than planned, as such things do.',
  'All figures are rounded, and none should be relied upon.',
  'We thank everybody who has helped, and ask the others for patience.',
];

/** What surrounds them, and is the same everywhere. */
export function fillerMaker(seed: number): () => string {
  const random = seeded(seed);
  return () => FILLERS[Math.floor(random() * FILLERS.length)] ?? '';
}

/** Lines of at most so many letters, words whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
