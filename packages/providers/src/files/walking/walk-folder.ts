/**
 * A folder and what is below it, one entry at a time. The folders on the way from the top are open, each with the names that
 * are still to be looked at; the last one is asked for its next.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LeftOut, WalkedEntry, WalkItem } from '@zapomni/core/ports';
import { FileRefused } from '../guard/file-refused.ts';
import { STYLE, toFilePath } from '../guard/file-uri.ts';
import { toFileStat } from '../reading/file-stat.ts';
import { FolderFrame, type Found } from './folder-frame.ts';
import type { WalkPlan } from './walk-plan.ts';

export interface WalkParts {
  readonly plan: WalkPlan;
  /** Begin with this folder, by its names from the top. */
  readonly start?: readonly string[];
  readonly folders?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each folder before it is listed. */
  readonly onEnter?: (frame: FolderFrame) => void;
}

export async function* walkFolder(parts: WalkParts): AsyncGenerator<WalkItem> {
  let files = 0;
  for await (const item of walkOn(parts)) {
    if (item.kind === 'file') files += 1;
    if (files > parts.plan.maxFiles) return yield { kind: 'left_out', relative: item.relative, reason: 'too_many' };
    yield item;
  }
}

async function* walkOn(parts: WalkParts): AsyncGenerator<WalkItem> {
  const { plan, signal } = parts;
  const trail: FolderFrame[] = [await openFrame(plan, parts.start ?? [])];
  try {
    parts.onEnter?.(trail[0] as FolderFrame);
    for (let frame = trail.at(-1); frame; frame = trail.at(-1)) {
      if (signal?.aborted) throw new FileRefused('cancelled', { cause: signal.reason });
      const found = await nextOf(frame, trail.length > 1);
      if (!found) await trail.pop()?.close();
      const item = found && (await toItem(found, trail, parts));
      if (item) yield item;
    }
  } finally {
    await Promise.all(trail.map((frame) => frame.close()));
  }
}

/** A folder by its names from the top, each opened through the one above it. The caller closes it. */
export async function openFrame(plan: WalkPlan, names: readonly string[]): Promise<FolderFrame> {
  let frame = await FolderFrame.top(plan);
  for (const name of names) {
    const above = frame;
    try {
      await above.lookFor([]);
      frame = await above.below(name);
    } finally {
      await above.close();
    }
  }
  return frame;
}

/** What is wrong with a folder leaves it out; the one that the walk began with has to be right. */
async function nextOf(frame: FolderFrame, isBelow: boolean): Promise<Found | undefined> {
  try {
    return await frame.next();
  } catch (error) {
    if (!isBelow) throw error;
    frame.giveUp();
    return { kind: 'left_out', names: frame.names, reason: reasonFor(error) };
  }
}

/** Enters a folder. Undefined when there is nothing to tell. */
async function toItem(found: Found, trail: FolderFrame[], parts: WalkParts): Promise<WalkItem | undefined> {
  const { plan, folders, onEnter } = parts;
  if (found.kind === 'left_out') return toLeftOut(found.names, found.reason);
  if (found.kind === 'file') return toFileItem(plan, found);
  const entered = await enter(trail, found.names, plan);
  if (!(entered instanceof FolderFrame)) return entered;
  trail.push(entered);
  onEnter?.(entered);
  return folders ? toFolderItem(plan, entered) : undefined;
}

async function enter(
  trail: readonly FolderFrame[],
  names: readonly string[],
  plan: WalkPlan,
): Promise<FolderFrame | LeftOut | undefined> {
  if (names.length > plan.maxDepth) return toLeftOut(names, 'too_deep');
  try {
    const frame = await trail.at(-1)?.below(names.at(-1) ?? '');
    const isAbove = trail.some(({ folder }) => folder.identity === frame?.folder.identity);
    if (!isAbove) return frame;
    await frame?.close();
    return toLeftOut(names, 'cycle');
  } catch (error) {
    return isGone(error) ? undefined : toLeftOut(names, reasonFor(error));
  }
}

function isGone(error: unknown): boolean {
  return error instanceof FileRefused && error.reason === 'missing';
}

function reasonFor(error: unknown): LeftOut['reason'] {
  return error instanceof FileRefused && error.reason === 'changed' ? 'changed' : 'unreadable';
}

function toLeftOut(names: readonly string[], reason: LeftOut['reason']): LeftOut {
  return { kind: 'left_out', relative: names.join('/'), reason };
}

function toFileItem(plan: WalkPlan, { names, facts }: Extract<Found, { kind: 'file' }>): WalkItem {
  if (facts.size > plan.maxFileBytes) return toLeftOut(names, 'too_large');
  return { ...placeOf(plan, names), ...toFileStat(facts) };
}

function toFolderItem(plan: WalkPlan, { names, folder }: FolderFrame): WalkedEntry {
  return { ...placeOf(plan, names), ...toFileStat(folder.facts) };
}

export function placeOf({ top }: WalkPlan, names: readonly string[]): Pick<WalkedEntry, 'relative' | 'path' | 'uri'> {
  const place = path.join(top, ...names);
  return { relative: names.join('/'), path: place, uri: toUri(place) };
}

/** Nothing in such a path has to be written otherwise or could be taken for something else; most are. */
const PLAIN_PATH = /^(?:\/\w[\w.-]*)+$/;

function toUri(place: string): string | null {
  if (PLAIN_PATH.test(place)) return `file://${place}`;
  const uri = pathToFileURL(place).href;
  return toFilePath(uri, STYLE) === place ? uri : null;
}
