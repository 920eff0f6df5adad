/**
 * The text of a paper that was added by its id, from the copies that sources tell of: as publishers and archives mark it up (JATS, then HTML)
 * before as it is printed (PDF). What cannot be had, or is of another paper, leaves the next to be tried; that none is to be had is told and
 * fails nothing.
 */
import { messageAlone, toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { OpenCopy } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { bringPage, type Bringing } from '../../../documents/bring-document.ts';
import { toUrl, type Fetched } from '../../../documents/fetch-source.ts';
import { isOffline } from '../../access/fetch-pdf.ts';
import type { SourceReport } from '../../lookup/source-report.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { copyText } from './copy-text.ts';
import type { AddingSteps } from './steps.ts';
import type { PaperText } from './take-text.ts';

const KINDS: readonly OpenCopy['kind'][] = ['jats', 'html', 'pdf'];
/** More are not worth the wait. */
const MOST_TRIED = 5;
/** What would be the same for every copy. */
const ENDING = /^(?:STORE_|CANCELLED)/;

export interface TakenCopy {
  readonly text: PaperText | null;
  readonly warnings: readonly string[];
  /** What came of asking where there are copies. */
  readonly sources: readonly SourceReport[];
}

const NONE: TakenCopy = { text: null, warnings: [], sources: [] };

export async function takeCopy(
  deps: Deps,
  steps: AddingSteps,
  bringing: Bringing,
  paper: KeptPaper,
): Promise<TakenCopy> {
  const title = paper.value.item.title ?? '';
  if (!steps.lookup || title === '') return NONE;
  const { copies, sources } = await steps.lookup.copies(paper.value.item.identifiers, bringing.signal);
  const ordered = KINDS.flatMap((kind) => copies.filter((copy) => copy.kind === kind)).slice(0, MOST_TRIED);
  if (ordered.length > 0 && deps.config.paper_offline) return { text: null, sources, warnings: [isOffline().message] };
  const failures: string[] = [];
  for (const copy of ordered) {
    bringing.signal?.throwIfAborted();
    try {
      return { text: await bringCopy(deps, bringing, copy, title), warnings: [], sources };
    } catch (error) {
      if (ENDING.test(toZapomniError(error).code)) throw error;
      failures.push(`${copy.kind} at ${new URL(copy.url).host}: ${messageAlone(error)}`);
    }
  }
  if (ordered.length === 0) return { ...NONE, sources };
  return { text: null, sources, warnings: [`No copy of its text could be had. ${failures.join(' ')}`] };
}

async function bringCopy(deps: Deps, bringing: Bringing, copy: OpenCopy, title: string): Promise<PaperText> {
  const brought = await bringPage(deps, toUrl(copy.url), { ...bringing, accept: (fetched) => mustBe(copy, fetched) });
  if (brought.error) throw brought.error;
  return copyText(deps, bringing.workspace, brought, { title, copy });
}

const SIGNS: Readonly<Record<string, RegExp>> = {
  pdf: /%PDF-/,
  jats: /<article[\s>]/,
  html: /<(?:!doctype html|html|head|body)[\s>]/i,
};
const BEGINNING = 8192;

/** Sites answer with a page for people where they have no file: it is told by its bytes, and nothing of it is kept. */
function mustBe({ kind }: OpenCopy, { bytes }: Fetched): void {
  const begins = new TextDecoder('latin1').decode(bytes.subarray(0, BEGINNING));
  if (!SIGNS[kind]?.test(begins)) throw new ZapomniError('INVALID_INPUT', 'What came is something else.');
}
