/** The text that a paper is added from, brought in from wherever it is said to be. */
import type { Deps } from '../../../deps.ts';
import { bringFile, bringPage, bringText, type Bringing, type Brought } from '../../../documents/bring-document.ts';
import { isUrl, toUrl } from '../../../documents/fetch-source.ts';
import { checkFile } from '../../../documents/process-pdf.ts';
import { findDocument, withText, type OpenDocument } from '../../../documents/find-document.ts';
import { findingsOf } from '../../../documents/paper/paper-findings.ts';
import type { PaperOrigin } from './arrivals.ts';

export interface Opening extends Omit<Bringing, 'accept' | 'again'> {
  /** False: read it though it seems to be as it was. */
  readonly skipExisting?: boolean | undefined;
}

export async function openText(deps: Deps, request: Opening, origin: PaperOrigin): Promise<OpenDocument> {
  const { workspace } = request;
  if ('document' in origin) return withText(deps, workspace, await findDocument(deps, workspace, origin.document));
  const brought = await bring(deps, { ...request, again: request.skipExisting === false }, origin);
  if (brought.error) throw brought.error;
  return withText(deps, workspace, brought.document);
}

/** What is called a PDF and is none, such as the page that came instead of one, is no paper. */
async function bring(deps: Deps, bringing: Bringing, origin: PaperOrigin): Promise<Brought> {
  if ('path' in origin) {
    if (/\.pdf$/i.test(origin.path)) await checkFile(deps, bringing, origin.path);
    return bringFile(deps, origin.path, bringing);
  }
  if ('url' in origin) return bringPage(deps, toUrl(origin.url), bringing);
  const { text = '', name = 'text' } = origin as { text?: string; name?: string };
  return bringText(deps, { text, name: isUrl(name) ? 'text' : name }, bringing);
}

/** Formats whose readers tell what they see of a paper. */
const TOLD: ReadonlySet<string> = new Set(['pdf', 'jats']);

/**
 * A file that was read before readers looked for papers is read once more, so that it comes with its list and its marks like any other.
 * Where that cannot be, its text is what there is.
 */
export async function seenAsPaper(deps: Deps, request: Opening, open: OpenDocument): Promise<OpenDocument> {
  const { workspace } = request;
  const { source, format } = open.document.value;
  if (source === null || isUrl(source) || !TOLD.has(format ?? '')) return open;
  if (await findingsOf(deps, workspace, open.document)) return open;
  const brought = await bringFile(deps, source, { ...request, again: true }).catch(() => null);
  return brought === null || brought.error ? open : withText(deps, workspace, brought.document);
}
