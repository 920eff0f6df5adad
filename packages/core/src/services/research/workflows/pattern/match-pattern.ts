/**
 * Matches a pattern in one way through the text, following all its possibilities side by side: what a page says and what a pattern is can make it
 * neither loop nor wait.
 *
 *   pattern ── parse ──► tree ── write ──► steps ── for each character: every place in the steps that may be reached ──► the first that ends
 */
import { parsePattern, PatternRefused, type PatternNode, type Place } from './parse-pattern.ts';

type Step =
  | { readonly op: 'char'; fits(char: string): boolean }
  | { readonly op: 'either'; to: [number, number] }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'at'; readonly where: Place }
  | { readonly op: 'match' };

export interface Pattern {
  /** What the first group matched, or the whole where there is none; null where nothing matches. */
  find(text: string): string | null;
}

const MOST_STEPS = 1000;
const LONGEST_TEXT = 10_000;
/** Whole match and first group. */
const SLOTS = 4;

export function compilePattern(source: string): Pattern {
  const steps: Step[] = [];
  write(parsePattern(source), steps);
  steps.push({ op: 'match' });
  return { find: (text) => find(steps, Array.from(text.slice(0, LONGEST_TEXT))) };
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= MOST_STEPS) throw new PatternRefused('is too large with all its repetitions');
  return steps.push(step) - 1;
}

function write(node: PatternNode, steps: Step[]): void {
  if (node.kind === 'char') add(steps, { op: 'char', fits: node.fits });
  else if (node.kind === 'at') add(steps, { op: 'at', where: node.where });
  else if (node.kind === 'sequence') for (const item of node.items) write(item, steps);
  else if (node.kind === 'choice') writeChoice(node.options, steps);
  else if (node.kind === 'group') writeGroup(node.group, node.body, steps);
  else writeRepeat(node, steps);
}

function writeGroup(group: number | null, body: PatternNode, steps: Step[]): void {
  if (group === 1) add(steps, { op: 'save', slot: 2 });
  write(body, steps);
  if (group === 1) add(steps, { op: 'save', slot: 3 });
}

function writeChoice([first, ...rest]: readonly PatternNode[], steps: Step[]): void {
  if (!first) return;
  if (rest.length === 0) return write(first, steps);
  const either: Step & { op: 'either' } = { op: 'either', to: [0, 0] };
  either.to[0] = add(steps, either) + 1;
  write(first, steps);
  const over: Step & { op: 'either' } = { op: 'either', to: [0, 0] };
  either.to[1] = add(steps, over) + 1;
  writeChoice(rest, steps);
  over.to = [steps.length, steps.length];
}

function writeRepeat({ item, min, max, lazy }: PatternNode & { kind: 'repeat' }, steps: Step[]): void {
  for (let i = 0; i < min; i++) write(item, steps);
  if (max === Infinity) return writeLoop(item, lazy, steps);
  const exits: (Step & { op: 'either' })[] = [];
  for (let i = min; i < max; i++) {
    const either: Step & { op: 'either' } = { op: 'either', to: [0, 0] };
    const next = add(steps, either) + 1;
    either.to = [next, next];
    exits.push(either);
    write(item, steps);
  }
  for (const either of exits) either.to[lazy ? 0 : 1] = steps.length;
}

function writeLoop(item: PatternNode, lazy: boolean, steps: Step[]): void {
  const either: Step & { op: 'either' } = { op: 'either', to: [0, 0] };
  const start = add(steps, either);
  write(item, steps);
  add(steps, { op: 'either', to: [start, start] });
  either.to = lazy ? [steps.length, start + 1] : [start + 1, steps.length];
}

interface Thread {
  readonly step: number;
  readonly slots: readonly number[];
}

function find(steps: readonly Step[], text: readonly string[]): string | null {
  let threads: Thread[] = [];
  let best: readonly number[] | null = null;
  for (let at = 0; at <= text.length; at++) {
    const seen = new Set<number>();
    const here: Thread[] = [];
    for (const thread of threads) follow(steps, text, at, { thread, seen, here });
    // Whoever began earlier is asked first; once something matched, nobody begins any more.
    if (!best) follow(steps, text, at, { thread: { step: 0, slots: begun(at) }, seen, here });
    threads = [];
    for (const { step, slots } of here) {
      const now = steps[step] as Step;
      if (now.op === 'match') {
        best = slots.with(1, at);
        break;
      }
      if (now.op === 'char' && at < text.length && now.fits(text[at] as string))
        threads.push({ step: step + 1, slots });
    }
    if (best && threads.length === 0) break;
  }
  return best && textOf(best, text);
}

function begun(at: number): number[] {
  return Array.from({ length: SLOTS }, (_, slot) => (slot === 0 ? at : -1));
}

interface Following {
  readonly thread: Thread;
  readonly seen: Set<number>;
  readonly here: Thread[];
}

/** All places that are reached without another character, each once, the preferred first. */
function follow(steps: readonly Step[], text: readonly string[], at: number, { thread, seen, here }: Following): void {
  const open = [thread];
  for (let one = open.pop(); one; one = open.pop()) {
    const { step, slots } = one;
    if (seen.has(step)) continue;
    seen.add(step);
    const now = steps[step] as Step;
    if (now.op === 'either') open.push({ step: now.to[1], slots }, { step: now.to[0], slots });
    else if (now.op === 'save') open.push({ step: step + 1, slots: slots.with(now.slot, at) });
    else if (now.op !== 'at') here.push(one);
    else if (isAt(now.where, text, at)) open.push({ step: step + 1, slots });
  }
}

function isAt(where: Place, text: readonly string[], at: number): boolean {
  if (where === '^') return at === 0;
  if (where === '$') return at === text.length;
  const isWord = (char = ''): boolean => /^\w$/.test(char);
  return (isWord(text[at - 1]) !== isWord(text[at])) === (where === 'b');
}

function textOf([from = 0, to = 0, groupFrom = -1, groupTo = -1]: readonly number[], text: readonly string[]): string {
  return groupFrom >= 0 && groupTo >= groupFrom
    ? text.slice(groupFrom, groupTo).join('')
    : text.slice(from, to).join('');
}
