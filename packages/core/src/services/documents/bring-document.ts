/**
 * Brings a document in, or up to date, for as little as that can cost:
 *
 *   file as it was when last read ─── a stat, and nothing else
 *   same bytes ────────────────────── the bytes; the record learns of the new stamp
 *   same bytes as a file that is no longer where it was ── moved: the document stays, its source changes
 *   other bytes ───────────────────── read again; what it said before is in the memory's history
 *   no file any more ──────────────── gone: what it said held until now, and the record says so
 *   what the user has forgotten ───── left out by folders; said by name it is read, and known again
 */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { FileStat } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { liftForgotten } from '../forgotten/index.ts';
import { hashOf } from '../memory/prepare-text.ts';
import {
  asItWas,
  broughtMeanwhile,
  digest,
  digestFailure,
  findBySource,
  isSettled,
  withHash,
  type Bringing,
  type BroughtStatus,
  type Digesting,
  type Step,
} from './digest.ts';
import type { Origin } from './document-facts.ts';
import type { KeptDocument } from './document-record.ts';
import { fetchFile, fetchPage, isGone, isUrl, nameOf, statFile, type Fetched } from './fetch-source.ts';
import { commit, planBurial, reread } from './store-document.ts';

export { findBySource, type Bringing, type BroughtStatus } from './digest.ts';

export interface Brought {
  readonly status: BroughtStatus;
  readonly document: KeptDocument;
  /** Passages that wait for their vectors because of this. */
  readonly passages: number;
  /** Why it failed; of one that failed before and is as it was, what was said then. */
  readonly error: ZapomniError | null;
}

/** Throws what has nothing to do with the file. */
export async function bringFile(deps: Deps, path: string, bringing: Bringing): Promise<Brought> {
  const stat = await statFile(deps, path, bringing);
  if (stat.kind === 'folder')
    throw new ZapomniError('INVALID_INPUT', 'path: is a folder.', { hint: 'add_folder reads all files of a folder.' });
  const known = await findBySource(deps, bringing.workspace, path);
  if (known && !bringing.again && known.value.modified === stat.version && isSettled(known, bringing))
    return unwritten(known);
  return bringOne(deps, { bringing, known, origin: originOf(path, stat) }, () => fetchFile(deps, path, bringing, stat));
}

export function originOf(path: string, { size, version }: FileStat): Origin {
  return { source: path, name: nameOf(path), hash: null, size, modified: version, blob: null };
}

export async function bringPage(deps: Deps, url: string, bringing: Bringing): Promise<Brought> {
  const fetched = await fetchPage(deps, url, bringing);
  bringing.accept?.(fetched);
  return bringFetched(deps, url, fetched, bringing);
}

/** Of an address from which somebody has had it already. */
export async function bringFetched(deps: Deps, url: string, fetched: Fetched, bringing: Bringing): Promise<Brought> {
  const known = await findBySource(deps, bringing.workspace, url);
  const { name, blob, bytes } = fetched;
  const origin: Origin = { source: url, name, hash: null, size: bytes.length, modified: null, blob };
  return bringOne(deps, { bringing, known, origin }, () => Promise.resolve(fetched));
}

/** Given once more under the same name, a text is the same document. */
export async function bringText(
  deps: Deps,
  given: { readonly text: string; readonly name: string },
  bringing: Bringing,
): Promise<Brought> {
  const bytes = new TextEncoder().encode(given.text);
  const { name } = given;
  const origin: Origin = { source: null, name, hash: null, size: bytes.length, modified: null, blob: null };
  const same = (await withHash(deps, bringing.workspace, await hashOf(bytes))).find(
    ({ value }) => value.source === null && value.name === name && value.state === 'ok',
  );
  if (same) return unwritten(same);
  const fetched: Fetched = { bytes, name, blob: null, modified: null };
  // There is no file that could be at fault: what cannot be read is refused.
  return settle(
    deps,
    { bringing, known: null, origin },
    await toStep(deps, { bringing, known: null, origin }, fetched),
  );
}

/** From where it came from. */
export async function bringAgain(deps: Deps, known: KeptDocument, bringing: Bringing): Promise<Brought> {
  const { source } = known.value;
  if (source === null)
    throw new ZapomniError('INVALID_INPUT', 'document: was given as text; there is nothing to read again.', {
      hint: 'Give the new text to add_document, and remove the old one.',
    });
  if (isUrl(source)) return bringPage(deps, source, bringing);
  if (await isGone(deps, source, bringing)) return bury(deps, bringing.workspace, known);
  return bringFile(deps, source, bringing);
}

async function bury(deps: Deps, workspace: string, known: KeptDocument): Promise<Brought> {
  if (known.value.state !== 'gone') await commit(deps, workspace, [await planBurial(deps, workspace, known)]);
  const [document = known] = await reread(deps, workspace, [known.key]);
  return { status: 'gone', document, passages: 0, error: null };
}

async function bringOne(deps: Deps, digesting: Digesting, fetched: () => Promise<Fetched>): Promise<Brought> {
  try {
    return await settle(deps, digesting, await toStep(deps, digesting, await fetched()));
  } catch (error) {
    const isTaken = toZapomniError(error).code === 'CONFLICT';
    const other = isTaken ? await broughtMeanwhile(deps, digesting) : null;
    if (other) return unwritten(other);
    return settle(deps, digesting, await digestFailure(deps, digesting, error));
  }
}

async function toStep(deps: Deps, digesting: Digesting, fetched: Fetched): Promise<Step> {
  const hash = await hashOf(fetched.bytes);
  return digest(deps, { ...digesting, fetched, hash, taken: new Set() });
}

/** Whoever names it wants it known, whatever was forgotten before. */
async function settle(deps: Deps, { bringing }: Digesting, { status, plan, error, hashes }: Step): Promise<Brought> {
  const { workspace } = bringing;
  if (!plan) throw new ZapomniError('INTERNAL', 'There was nothing to write.');
  await commit(deps, workspace, [plan]);
  if (hashes.length > 0) await liftForgotten(deps, workspace, hashes);
  const [document] = await reread(deps, workspace, [plan.key]);
  return { status, document: document as KeptDocument, passages: plan.passages, error };
}

function unwritten(known: KeptDocument): Brought {
  const { status, document, error } = asItWas(known);
  return { status, document, passages: 0, error };
}
