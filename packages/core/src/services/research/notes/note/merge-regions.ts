/** The text of a note and what the paper says, region by region. */
import { createHash } from 'node:crypto';
import { decide, type Decision, type Sides } from './decide.ts';
import type { NoteFormat } from './formats/note-format.ts';
import { linkedText, type KnownLinks } from './linked-text.ts';
import type { MergeInput } from './merge-note.ts';
import { readRegions, type BrokenRegion, type ReadRegions, type Region } from './regions.ts';
import { foundOf, partOf } from './written.ts';

interface RegionHashes {
  readonly regions: Record<string, string>;
  readonly bare: Record<string, string>;
}

export interface MergedRegions {
  readonly body: string;
  readonly written: RegionHashes;
  /** Of what was written before, that which is there. */
  readonly found: RegionHashes;
  readonly conflicts: readonly string[];
  readonly broken: readonly BrokenRegion[];
}

interface Merging {
  readonly input: MergeInput;
  readonly body: string;
  readonly end: string;
  readonly there: ReadRegions;
  readonly written: RegionHashes;
  readonly found: RegionHashes;
  readonly conflicts: string[];
  readonly edits: Edit[];
  readonly added: string[];
}

export function mergeRegions(input: MergeInput, body: string, end: string): MergedRegions {
  const there = readRegions(body);
  const { broken } = there;
  const hashes = (): RegionHashes => ({ regions: {}, bare: {} });
  const merging: Merging = {
    input,
    body,
    end,
    there,
    written: hashes(),
    found: hashes(),
    conflicts: [],
    edits: [],
    added: [],
  };
  const unsafe = new Set(broken.map(({ region }) => region));
  const known = [input.written.last, input.written.next].flatMap((parts) => Object.keys(parts?.regions ?? {}));
  for (const name of new Set([...input.ours.regions.keys(), ...known])) {
    const hash = noteFound(merging, name);
    if (unsafe.has(name)) leave(merging, name);
    else mergeRegion(merging, name, hash);
  }
  const { written, found, conflicts, edits, added } = merging;
  const next = edited(body, edits, added, { end, gap: input.format.gap });
  return { body: next, written, found, conflicts, broken };
}

/** The hash of what is there; null for nothing, or nothing that can be told. */
function noteFound({ input, there, found }: Merging, name: string): string | null {
  const region = there.regions.get(name);
  const before = partOf(input.written, 'regions', name);
  const hash = region ? digestThere(region, before.may, input.links.there) : null;
  const now = foundOf(before, hash);
  const isNext = now !== null && now !== before.told;
  const bare = (isNext ? input.written.next : input.written.last)?.bare[name];
  if (now !== null) found.regions[name] = now;
  if (now !== null && bare !== undefined) found.bare[name] = bare;
  return hash;
}

/** When its lines are mended, it is as it was before. */
function leave({ written, found }: Merging, name: string): void {
  if (found.regions[name] !== undefined) written.regions[name] = found.regions[name];
  if (found.bare[name] !== undefined) written.bare[name] = found.bare[name];
}

function mergeRegion(merging: Merging, name: string, hash: string | null): void {
  const { input, written, conflicts, added, end } = merging;
  const region = merging.there.regions.get(name);
  const ours = input.ours.regions.get(name);
  const before = partOf(input.written, 'regions', name);
  const linked = ours ? digest(linkedText(ours.text, input.links.ours)) : null;
  const decision = decisionOf(input, name, { ...before, ours: linked, there: hash });
  const noted = linked ?? (decision === 'write' ? digest('') : before.told);
  if (noted !== null) written.regions[name] = noted;
  if (ours) written.bare[name] = digest(ours.bare);
  const text = ours?.text ?? '';
  if (decision === 'add') added.push(regionLines(input.format, name, text).join(end));
  if (decision === 'conflict') conflicts.push(name);
  if (region) merging.edits.push(...editsOf(merging, { region, decision, text, isOurs: ours !== undefined }));
}

interface RegionChange {
  readonly region: Region;
  readonly decision: Decision;
  readonly text: string;
  readonly isOurs: boolean;
}

function editsOf(merging: Merging, { region, decision, text, isOurs }: RegionChange): Edit[] {
  // The same, with links that lead elsewhere by now, or as somebody else writes them.
  const isRespelt = decision === 'nothing' && isOurs && region.text !== text;
  if (decision === 'write' || isRespelt) return [{ at: region.from, to: region.to, text: linesOf(text, merging.end) }];
  return decision === 'conflict' ? conflictEdits(merging, region, text) : [];
}

/** Where the user has changed a region, ours is only told again when more of it is new than where other notes lie. */
function decisionOf({ ours, written }: MergeInput, name: string, sides: Sides): Decision {
  const decision = decide(sides);
  const bare = ours.regions.get(name)?.bare;
  const isTold = bare !== undefined && partOf(written, 'bare', name).told === digest(bare);
  return decision === 'conflict' && isTold ? 'keep' : decision;
}

/** As it was written, or the same with links that Obsidian or the user's hand spelt otherwise. */
function digestThere({ text }: Region, before: readonly string[], links: KnownLinks): string {
  const plain = digest(text);
  return before.includes(plain) ? plain : digest(linkedText(text, links));
}

/** Once, whenever that was. */
function conflictEdits({ input, body, end, there }: Merging, region: Region, text: string): Edit[] {
  if (there.conflicts.some((one) => one.name === region.name && one.text === text)) return [];
  const { format, day } = input;
  const lines = [format.mark(`conflict ${region.name} ${day}`), ...text.split('\n'), format.mark('end conflict'), ''];
  return [{ at: region.end, to: region.end, text: atLine(body, region.end, end) + lines.join(end) }];
}

function regionLines(format: NoteFormat, name: string, text: string): string[] {
  return [format.mark(`begin ${name}`), ...text.split('\n'), format.mark(`end ${name}`), ''];
}

interface Edit {
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

interface Lines {
  readonly end: string;
  readonly gap: NoteFormat['gap'];
}

function edited(body: string, edits: readonly Edit[], added: readonly string[], lines: Lines): string {
  let next = body;
  for (const { at, to, text } of edits.toSorted((a, b) => b.at - a.at))
    next = next.slice(0, at) + text + next.slice(to);
  for (const text of added) next += `${gapBefore(next, lines)}${text}`;
  return next;
}

/** Regions are compared by what they hash to, and nothing of them is kept elsewhere. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function linesOf(text: string, end: string): string {
  return text === '' ? '' : `${text.split('\n').join(end)}${end}`;
}

function atLine(body: string, at: number, end: string): string {
  return at > 0 && body[at - 1] !== '\n' ? end : '';
}

/** An empty line between what is there and what comes. */
function gapBefore(body: string, { end, gap }: Lines): string {
  if (body.trim() === '') return body === '' || body.endsWith('\n') ? '' : end;
  const line = body.endsWith('\n') ? '' : end;
  return gap === '' ? line : line + end;
}
