/** Subtitles (SubRip and WebVTT) as running text; a page is about a minute, called by the time at which it begins. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { readCues } from './subtitles/cues.ts';
import { TextBuilder } from './text-builder.ts';

/** A page ends with a sentence if there is an end of one, and in any case after twice as long. */
const PAGE_SECONDS = 60;

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const builder = new TextBuilder(context);
  const cues = readCues(decodeText(bytes).text);
  if (cues.length === 0) throw unreadable('The subtitles are damaged: no line of them has a time.');
  let pageStart = Number.NEGATIVE_INFINITY;
  let last = '';
  for (const { seconds, lines } of cues) {
    // Captions that roll repeat the line before.
    const fresh = lines.filter((line, i) => i > 0 || line !== last);
    if (fresh.length === 0) continue;
    const passed = seconds - pageStart;
    const begins =
      passed < 0 || passed >= PAGE_SECONDS * 2 || (passed >= PAGE_SECONDS && /[.!?…。！？]["”']?$/u.test(last));
    if (begins) {
      builder.page(toTime(seconds));
      pageStart = seconds;
    } else builder.add(isSpoken(fresh[0]) ? '\n' : ' ');
    builder.add(fresh.map((line, i) => (i > 0 ? (isSpoken(line) ? '\n' : ' ') : '') + line).join(''));
    last = lines.at(-1) ?? '';
  }
  return builder.document({ pageKind: 'time' });
}

/** Another speaker begins a line. */
function isSpoken(line: string | undefined): boolean {
  return line !== undefined && /^[-–—] ?\p{L}|^\p{Lu}[\p{L} .]{0,30}: /u.test(line);
}

function toTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
