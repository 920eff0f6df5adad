/** Names of notes: readable, and the same name for no two of them on any system. */
import type { MemorySummary } from '../../../model/index.ts';

const MOST_CHARACTERS = 60;
/** Systems allow 255 for the whole name. */
const MOST_BYTES = 150;
const SHORT_ID = 8;

/** What may differ in spelling only is one name to some systems. */
export function nameKey(relative: string): string {
  return relative.normalize('NFC').toLowerCase();
}

/** `isTaken` is asked with `nameKey`s. The last digits of an id are chance, the first are the time. */
export function noteName(memory: Pick<MemorySummary, 'id' | 'preview'>, isTaken: (key: string) => boolean): string {
  const digits = memory.id.replaceAll('-', '');
  for (const length of [SHORT_ID, 16]) {
    const name = `${slug(memory.preview)}-${digits.slice(-length)}.md`;
    if (!isTaken(nameKey(name))) return name;
  }
  return `note-${digits}.md`;
}

/** `Moving plan (conflict 2026-11-17 3f2a1b).md` beside the note; the same content gets the same name again. */
export function conflictName(relative: string, day: string, hash: string): string {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/s.exec(relative.replace(/\.md$/i, '')) ?? [];
  return `${folder}${cutTo(name, 120, 200)} (conflict ${day} ${hash.slice(0, 6)}).md`;
}

/** The first words: of the heading, if the text begins with one. */
function slug(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
  const words = line
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  let name = cutTo(words.shift() ?? 'note', MOST_CHARACTERS, MOST_BYTES);
  for (const word of words) {
    const longer = `${name}-${word}`;
    if (cutTo(longer, MOST_CHARACTERS, MOST_BYTES) !== longer) break;
    name = longer;
  }
  return name;
}

/** Whole characters. */
function cutTo(text: string, characters: number, bytes: number): string {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > characters || Buffer.byteLength(cut + character) > bytes) break;
    cut += character;
  }
  return cut;
}
