/** What would change in a file, as a person reads it: the lines that come and go, with a little around them. */
import type { Terminal } from '../output/terminal.ts';
import type { Change } from './connect.ts';
import { harmless } from '../output/harmless.ts';

const AROUND = 2;

export function renderChange({ before, after }: Change, { paint }: Pick<Terminal, 'paint'>): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const shown = (sign: string, lines: readonly string[]) => lines.map((line) => `  ${sign} ${harmless(line)}`);
  return [
    ...shown(' ', old.slice(Math.max(0, head - AROUND), head)),
    ...shown('-', old.slice(head, old.length - tail)).map((line) => paint('red', line)),
    ...shown('+', now.slice(head, now.length - tail)).map((line) => paint('green', line)),
    ...shown(' ', old.slice(old.length - tail, old.length - tail + AROUND)),
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
