/** What is shown, and when. SubRip and WebVTT differ in little: the comma of seconds, the hours, notes and styles. */

export interface Cue {
  readonly seconds: number;
  readonly lines: readonly string[];
}

const TIMES = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->/u;

export function readCues(text: string): Cue[] {
  return text.split(/\n[ \t]*\n+/u).flatMap((block) => {
    const lines = block.split('\n');
    // A number or a name may stand before the times.
    const at = lines.findIndex((line, i) => i < 3 && TIMES.test(line));
    const found = TIMES.exec(lines[at] ?? '');
    if (!found) return [];
    const shown = lines
      .slice(at + 1)
      .map(plain)
      .filter((line) => line !== '');
    return shown.length > 0 ? [{ seconds: toSeconds(found), lines: shown }] : [];
  });
}

function toSeconds([, hours, minutes, seconds]: RegExpExecArray): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Without styles; who speaks stands before what is said. */
function plain(line: string): string {
  return line
    .replace(/\{\\[^{}]*\}/gu, '')
    .replace(/<v(?:\.[^\s<>]*)?\s+([^<>]+)>/gu, '$1: ')
    .replace(/<[^<>]*>/gu, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/gu, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
}
