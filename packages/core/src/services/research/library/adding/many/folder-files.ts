/**
 * The files of a folder that may be papers. Where there are more than are wanted at once, those that the library does not have come first,
 * so that whoever asks again gets on:
 *
 *   new, or changed since ─── what failed, or was left unanswered ─── what is done
 */
import { invalidField } from '../../../../../errors/index.ts';
import type { LeftOut, WalkedEntry } from '../../../../../ports/index.ts';
import type { Deps } from '../../../../deps.ts';
import { findBySource } from '../../../../documents/bring-document.ts';
import { filesOf, request as asker, statFile, type Asker } from '../../../../documents/fetch-source.ts';
import { arrivalsOf } from '../../store/index.ts';
import { fileOf } from '../../store/paper-texts.ts';
import { arrivalKey } from '../arrivals.ts';
import { isDone } from '../again/is-done.ts';
import type { AddingSteps } from '../steps.ts';

export interface FolderRequest extends Asker {
  readonly workspace: string;
  readonly folder: string;
  readonly most: number;
}

export interface FolderFiles {
  readonly files: readonly string[];
  /** How many more there are that were not looked at, because so many are new. */
  readonly left: number;
  /** Files by this name that are not read, and why. */
  readonly leftOut: readonly Pick<LeftOut, 'relative' | 'reason'>[];
}

const PDF = /\.pdf$/i;

export async function filesIn(deps: Deps, steps: AddingSteps, request: FolderRequest): Promise<FolderFiles> {
  const { folder, most } = request;
  const { kind } = await statFile(deps, folder, request);
  if (kind !== 'folder') throw invalidField('directory_path', 'is a file', 'process_pdf adds one file.');
  const [found, leftOut]: [WalkedEntry[], LeftOut[]] = [[], []];
  const options = { ...asker(request), include: ['*.[pP][dD][fF]'], ignoreFiles: false, maxFiles: 100_000 };
  for await (const item of filesOf(deps).walk({ path: folder }, options)) {
    if (item.kind === 'file') found.push(item);
    else if (item.kind === 'left_out' && (PDF.test(item.relative) || item.reason === 'too_many')) leftOut.push(item);
  }
  if (found.length <= most) return { files: found.map(({ path }) => path), left: 0, leftOut };
  return { ...(await thoseToTake(deps, steps, request, found)), leftOut };
}

/** In the order of their names. */
async function thoseToTake(
  deps: Deps,
  steps: AddingSteps,
  request: FolderRequest,
  found: readonly WalkedEntry[],
): Promise<Pick<FolderFiles, 'files' | 'left'>> {
  const by: Record<Standing, string[]> = { new: [], open: [], done: [] };
  for (const [i, file] of found.entries()) {
    request.signal?.throwIfAborted();
    if (by.new.length === request.most) return { files: by.new, left: found.length - i };
    by[await standingOf(deps, steps, request.workspace, file)].push(file.path);
  }
  return { files: [...by.new, ...by.open, ...by.done].slice(0, request.most), left: 0 };
}

type Standing = 'new' | 'open' | 'done';

async function standingOf(
  deps: Deps,
  steps: AddingSteps,
  workspace: string,
  { path, version, modifiedAt }: WalkedEntry,
): Promise<Standing> {
  const arrival = await arrivalsOf(deps).get(workspace, await arrivalKey({ path }));
  if (arrival?.value.step === 'failed' && arrival.value.updated_at >= modifiedAt) return 'open';
  const document = await findBySource(deps, workspace, path);
  if (!document || document.value.modified !== version) return 'new';
  const file = await fileOf(deps, workspace, document.key);
  if (!file) return 'new';
  return (await isDone(deps, steps, file.value.paper, { workspace, document })) || file.value.silent ? 'done' : 'open';
}
