/** The sentence around a place in a text, for people and models to see what was said there. */
import type { Mention } from '../../../model/index.ts';

const LONGEST = 300;
const SENTENCE_END = /[.!?。！？]\s|\n/u;

/** A sentence, and where in it the place lies that it was asked for. */
export interface MarkedSentence {
  readonly text: string;
  readonly mark: Mention;
}

/** At most some three hundred characters: the sentence, or the part of it nearest to the place. */
export function sentenceAround(text: string, place: Mention, longest = LONGEST): string {
  return markedSentence(text, place, longest).text;
}

export function markedSentence(text: string, { start, end }: Mention, longest = LONGEST): MarkedSentence {
  const room = Math.max(0, longest - (end - start));
  const before = lastSentence(text.slice(Math.max(0, start - room), start), start > room);
  const after = firstSentence(text.slice(end, end + room), end + room < text.length);
  const core = whole(text.slice(start, Math.min(end, start + longest)));
  const back = before.length + after.length <= room ? before : before.slice(-Math.max(room >> 1, room - after.length));
  const lead = whole(back).trimStart();
  const shown = lead === '' ? core.trimStart() : core;
  const sentence = (lead + shown + whole(after.slice(0, room - back.length))).trimEnd();
  return { text: sentence, mark: { start: lead.length, end: Math.min(sentence.length, lead.length + shown.length) } };
}

/** Without half of a character that was cut through. */
function whole(text: string): string {
  return text.toWellFormed().replaceAll('\ufffd', '');
}

function lastSentence(text: string, isCut: boolean): string {
  const ends = [...text.matchAll(new RegExp(SENTENCE_END, 'gu'))].at(-1);
  if (ends) return text.slice(ends.index + ends[0].length);
  return isCut ? text.slice(text.indexOf(' ') + 1) : text;
}

function firstSentence(text: string, isCut: boolean): string {
  const end = SENTENCE_END.exec(text);
  if (end) return text.slice(0, end.index + 1);
  return isCut ? text.slice(0, text.lastIndexOf(' ') + 1 || undefined) : text;
}
