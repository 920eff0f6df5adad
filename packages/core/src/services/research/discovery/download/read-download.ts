/**
 * A text that was downloaded by itself becomes that of its paper, as one that somebody adds does: read, so that it is found; its list of
 * references kept; noted where there is a vault. One that cannot be read stays as a file and says why. One of another paper is none.
 */
import { toZapomniError, type ZapomniError } from '../../../../errors/index.ts';
import type { Blob } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { bringFetched, type Brought } from '../../../documents/bring-document.ts';
import { nameOf, toUrl } from '../../../documents/fetch-source.ts';
import { copyText } from '../../library/adding/copy-text.ts';
import { readCitations } from '../../library/adding/read-citations.ts';
import type { AddingSteps } from '../../library/adding/steps.ts';
import { takeText, type PaperText } from '../../library/adding/take-text.ts';
import { savePapers } from '../../library/keep/save-papers.ts';
import { filesOf } from '../../library/store/index.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import type { FoundCopy } from '../../lookup/find-copies.ts';

export interface DownloadedText {
  readonly workspace: string;
  readonly paper: KeptPaper;
  readonly blob: Blob;
  readonly copy: FoundCopy;
  readonly signal: AbortSignal;
}

/** What would be the same for every text. */
const ENDING = /^(?:STORE_|CANCELLED)/;
const CLIENT = 'discovery';

/** Why it could not be read; null where it was. INVALID_INPUT where it is the text of something else. */
export async function readDownload(deps: Deps, steps: AddingSteps, downloaded: DownloadedText): Promise<string | null> {
  const { workspace, paper: before, signal } = downloaded;
  const read = await textIn(deps, downloaded);
  const paper = await intoLibrary(deps, workspace, before);
  if ('reason' in read) {
    await keepFile(deps, downloaded, read.reason);
    return read.reason;
  }
  const adopted = await takeText(deps, steps, { workspace, paper }, { ...read, leaveForgotten: true });
  const { open, findings } = read;
  await readCitations(deps, { workspace, paper: adopted.paper, open, findings, steps, signal });
  await steps.note?.({ workspace, client: CLIENT, signal }, [paper.key]);
  return null;
}

async function textIn(deps: Deps, downloaded: DownloadedText): Promise<PaperText | { readonly reason: string }> {
  const { workspace, paper, copy } = downloaded;
  const brought = await bring(deps, downloaded);
  if (brought instanceof Error) return { reason: brought.message };
  return copyText(deps, workspace, brought, { title: paper.value.item.title ?? '', copy });
}

async function bring(deps: Deps, { workspace, blob, copy, signal }: DownloadedText): Promise<Brought | ZapomniError> {
  const url = toUrl(copy.url);
  const parts: Uint8Array[] = [];
  for await (const part of deps.blobs.read(blob.hash, { signal })) parts.push(part);
  const name = nameOf(new URL(url).pathname) || new URL(url).hostname;
  const fetched = { bytes: Buffer.concat(parts), name, mimeType: 'application/pdf', blob: blob.hash, modified: null };
  try {
    const bringing = { workspace, client: CLIENT, signal, leaveForgotten: true };
    const brought = await bringFetched(deps, url, fetched, bringing);
    return brought.error ?? brought;
  } catch (error) {
    const known = toZapomniError(error);
    if (ENDING.test(known.code)) throw error;
    return known;
  }
}

/** It says nothing of its own: only that the user has it now. */
async function intoLibrary(deps: Deps, workspace: string, paper: KeptPaper): Promise<KeptPaper> {
  const item = { type: paper.value.item.type, contributors: [], identifiers: [] };
  const arrivals = [{ item, source: 'file', confidence: 0, standing: 'library' as const, paper: paper.key }];
  const [saved] = await savePapers(deps, { workspace, arrivals, leaveForgotten: true });
  return saved?.paper ?? paper;
}

async function keepFile(deps: Deps, { workspace, paper, blob, copy }: DownloadedText, reason: string): Promise<void> {
  const file = {
    paper: paper.key,
    hash: blob.hash,
    blob: blob.hash,
    kind: 'pdf' as const,
    bytes: blob.bytes,
    pages: 0,
    text_state: 'failed' as const,
    reason,
    document: null,
    source: copy.url,
    licence: copy.licence ?? null,
    version: copy.version ?? null,
    added_at: deps.clock.now(),
  };
  await filesOf(deps).put(workspace, blob.hash, file, { parent: paper.key });
}
