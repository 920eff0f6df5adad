/**
 * Adds a paper from wherever it comes, step by step:
 *
 *   begun ─ read (a document) ─ identified (ids, looked up, title checked) ─ kept (record, memory, text) ─ referenced ─ done (noted)
 *
 * Each step is written down before the next, so that whoever is told to add the same again goes on where it stopped; what came before
 * a step that fails stays. Nothing needs the network: an id that nobody may be asked about becomes a paper with that id.
 */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import { doiInAddress } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Bringing } from '../../../documents/bring-document.ts';
import type { OpenDocument } from '../../../documents/find-document.ts';
import { findingsOf } from '../../../documents/paper/paper-findings.ts';
import { reread } from '../change/rewrite-paper.ts';
import { updateArticle } from '../change/update-article.ts';
import { gravestOfEach, type SourceReport } from '../../lookup/source-report.ts';
import { survivorOf } from '../find/survivor.ts';
import { lossesOf } from '../keep/paper-facts.ts';
import { savePapers } from '../keep/save-papers.ts';
import type { Proposal } from '../keep/arrival.ts';
import { papersOf } from '../store/index.ts';
import type { KeptArrival } from '../store/arrival-record.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { openFile, textFiles } from '../store/paper-texts.ts';
import { beginArrival, noteFailure, noteStep, type PaperOrigin } from './arrivals.ts';
import { finish } from './finish.ts';
import { identify, type Identified } from './identify.ts';
import { isDone } from './again/is-done.ts';
import { stillOf } from './again/replaced-file.ts';
import { keepById } from './keep-by-id.ts';
import { openText, seenAsPaper } from './open-text.ts';
import { readCitations, type ReadCitations } from './read-citations.ts';
import { addressOf, toOrigin } from './origin.ts';
import { asKept } from './again/same-bytes.ts';
import type { AddingSteps } from './steps.ts';
import { takeCopy, type TakenCopy } from './take-copy.ts';
import { takeText } from './take-text.ts';

export interface AddPaperRequest extends Omit<Bringing, 'accept' | 'again'> {
  readonly from: PaperOrigin;
  readonly tags?: readonly string[] | undefined;
  /** Leave one alone that is there with its text; true. */
  readonly skipExisting?: boolean | undefined;
  /** Only if it looks like a paper: INVALID_INPUT otherwise, and it stays a document. */
  readonly unlessOther?: boolean | undefined;
  /** Its note is written by whoever adds many, for several at once. */
  readonly noteLater?: boolean | undefined;
  /** How long may be searched for what its references mean; 20 seconds. */
  readonly patienceMs?: number | undefined;
}

export interface AddedPaper {
  /** `known`: it was there, and nothing about it is otherwise. */
  readonly status: 'added' | 'updated' | 'known';
  readonly paper: KeptPaper;
  readonly file: KeptPaperFile | null;
  readonly document: string | null;
  readonly references: number;
  readonly matched: number;
  readonly here: number;
  readonly contexts: number;
  readonly warnings: readonly string[];
  /** What came of asking each, the worst where it was asked several things. */
  readonly sources: readonly SourceReport[];
  readonly proposals: readonly Proposal[];
}

/** Of a page that cannot be had, the publisher's DOI in its address says which paper it is about. */
export async function addPaper(deps: Deps, steps: AddingSteps, request: AddPaperRequest): Promise<AddedPaper> {
  try {
    return await addFrom(deps, steps, request);
  } catch (error) {
    const { code, message } = toZapomniError(error);
    const doi = NOT_HAD.has(code) ? doiInAddress(addressOf(request.from)) : null;
    if (!doi) throw error;
    const added = await addFrom(deps, steps, { ...request, from: { identifier: doi.value } });
    const why = `The page could not be read: ${message} It was added by the DOI in its address.`;
    return { ...added, warnings: [why, ...added.warnings] };
  }
}

const NOT_HAD: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'NETWORK_OFF',
  'NOT_FOUND',
  'TIMEOUT',
  'UPSTREAM_FAILED',
  'UPSTREAM_RATE_LIMITED',
]);

async function addFrom(deps: Deps, steps: AddingSteps, request: AddPaperRequest): Promise<AddedPaper> {
  const origin = toOrigin(request.from);
  const arrival = await beginArrival(deps, request.workspace, origin);
  try {
    const known = request.skipExisting === false ? null : await asItWas(deps, steps, request, arrival);
    if (known) return known;
    return 'identifier' in origin
      ? await addById(deps, steps, request, arrival)
      : await addText(deps, steps, request, { origin, arrival });
  } catch (error) {
    await noteFailure(deps, request.workspace, arrival.key, error);
    throw error;
  }
}

const NOTHING = {
  references: 0,
  matched: 0,
  here: 0,
  contexts: 0,
  warnings: [],
  sources: [],
  proposals: [],
  file: null,
} as const;

/**
 * An id that was added; whether a text has changed is seen when it is read. What nobody knew
 * or answered then somebody may know by now.
 */
async function asItWas(
  deps: Deps,
  { lookup }: AddingSteps,
  request: AddPaperRequest,
  { value }: KeptArrival,
): Promise<AddedPaper | null> {
  if (value.step !== 'done' || value.kind !== 'id') return null;
  const before = await papersOf(deps).get(request.workspace, value.paper);
  if (!before) return null;
  const paper = await survivorOf(deps, request.workspace, before);
  const isOpen = paper.value.item.title === undefined || value.unanswered.length > 0;
  if (lookup && isOpen) return null;
  return asKnown(deps, request, paper, value.document);
}

/** Nothing is done with it, but that it gets the tags with which it came again. */
async function asKnown(
  deps: Deps,
  { workspace, tags = [] }: AddPaperRequest,
  known: KeptPaper,
  document: string | null,
): Promise<AddedPaper> {
  const tagged = tags.length === 0 ? null : await updateArticle(deps, { workspace, article: known.key, addTags: tags });
  const status = tagged && tagged.changed.length > 0 ? 'updated' : 'known';
  return { ...NOTHING, status, paper: tagged?.paper ?? known, document };
}

async function addById(
  deps: Deps,
  steps: AddingSteps,
  request: AddPaperRequest,
  arrival: KeptArrival,
): Promise<AddedPaper> {
  const { workspace, signal, patienceMs } = request;
  const { saved, sources, warnings: told } = await keepById(deps, steps, request, arrival);
  const paper = await kept(deps, request, arrival, saved.paper);
  const { text, isNew, warnings, sources: ofCopies } = await textOf(deps, steps, request, paper);
  const adopted = text && isNew ? await takeText(deps, steps, { workspace, paper }, text) : { paper, file: null };
  const document = text?.open.document.key ?? null;
  await noteStep(deps, workspace, arrival, { step: 'kept', document });
  signal?.throwIfAborted();
  const read = { open: text?.open ?? null, findings: text?.findings ?? null };
  const cited = await readCitations(deps, { workspace, paper: adopted.paper, ...read, steps, patienceMs, signal });
  const asked = { sources: gravestOfEach([sources, ofCopies, cited.sources]), left: cited.left };
  const noted = await finish(deps, steps, { ...request, told: asked }, arrival);
  return {
    ...NOTHING,
    ...countsOf(cited),
    status: STATUS[saved.status],
    paper: await reread(deps, workspace, paper.key),
    file: adopted.file,
    document,
    warnings: [...told, ...warnings, ...leftOf(cited), ...noted],
    sources: asked.sources,
    proposals: saved.proposals,
  };
}

/** That which is here; of a paper without one, or where it is wanted anew, an open copy. */
async function textOf(
  deps: Deps,
  steps: AddingSteps,
  { workspace, client, signal, leaveForgotten, skipExisting }: AddPaperRequest,
  paper: KeptPaper,
): Promise<TakenCopy & { readonly isNew: boolean }> {
  const [best] = skipExisting === false ? [] : await textFiles(deps, workspace, paper.key);
  const open = best ? await openFile(deps, workspace, best) : null;
  if (open) {
    const findings = await findingsOf(deps, workspace, open.document);
    return { text: { open, findings }, warnings: [], sources: [], isNew: false };
  }
  const taken = await takeCopy(deps, steps, { workspace, client, signal, leaveForgotten }, paper);
  return { ...taken, isNew: true };
}

const STATUS = { added: 'added', updated: 'updated', unchanged: 'known', forgotten: 'known' } as const;

interface Text {
  readonly origin: PaperOrigin;
  readonly arrival: KeptArrival;
}

async function addText(
  deps: Deps,
  steps: AddingSteps,
  request: AddPaperRequest,
  { origin, arrival }: Text,
): Promise<AddedPaper> {
  const { workspace } = request;
  const given = await asKept(deps, steps, workspace, await openText(deps, request, origin));
  const was = await paperOf(deps, workspace, arrival, given);
  const open = was ? given : await seenAsPaper(deps, request, given);
  const { document } = open;
  if (was && request.skipExisting !== false && (await isDone(deps, steps, was.key, { workspace, document })))
    return asKnown(deps, request, was, document.key);
  return addOpened(deps, steps, request, { arrival, open, was });
}

interface Opened {
  readonly arrival: KeptArrival;
  readonly open: OpenDocument;
  /** The paper that the text, or what was in its place before, is of already. */
  readonly was: KeptPaper | null;
}

async function addOpened(
  deps: Deps,
  steps: AddingSteps,
  request: AddPaperRequest,
  { arrival, open, was }: Opened,
): Promise<AddedPaper> {
  const { workspace, signal, tags = [], patienceMs } = request;
  await noteStep(deps, workspace, arrival, { step: 'read', document: open.document.key });
  const findings = await findingsOf(deps, workspace, open.document);
  const found = await identify(deps, { workspace, open, findings, steps, signal });
  if (request.unlessOther && !found.isPaper && !was) throw noPaper();
  const before = was && (await stillOf(deps, workspace, was, { open, found, arrival }));
  signal?.throwIfAborted();
  const saved = await keep(deps, request, { arrival, found, before, tags });
  const { leaveForgotten } = request;
  const { paper, file } = await takeText(
    deps,
    steps,
    { workspace, paper: saved.paper },
    { open, findings, leaveForgotten },
  );
  await noteStep(deps, workspace, arrival, { step: 'kept', warnings: [...found.warnings] });
  signal?.throwIfAborted();
  const cited = await readCitations(deps, { workspace, paper, open, findings, steps, patienceMs, signal });
  const asked = { sources: gravestOfEach([found.sources, cited.sources]), left: cited.left };
  const noted = await finish(deps, steps, { ...request, told: asked }, arrival);
  return {
    status: before ? 'updated' : saved.status,
    paper: await reread(deps, workspace, paper.key),
    file,
    document: open.document.key,
    ...countsOf(cited),
    warnings: [...found.warnings, ...found.arrivals.flatMap(({ item }) => lossesOf(item)), ...leftOf(cited), ...noted],
    sources: asked.sources,
    proposals: saved.proposals,
  };
}

function countsOf({ references, matched, here, contexts }: ReadCitations) {
  return { references, matched, here, contexts };
}

function leftOf({ left }: ReadCitations): string[] {
  return left > 0 ? [`${left} of its references were not searched for yet: adding it again goes on with them.`] : [];
}

/** The paper that the text is of already. */
async function paperOf(
  deps: Deps,
  workspace: string,
  arrival: KeptArrival,
  { document }: OpenDocument,
): Promise<KeptPaper | null> {
  const [memory] = await deps.storage.memories.summaries(workspace, [document.value.memory ?? '']);
  const id = memory?.metadata['paper_id'];
  const paper = await papersOf(deps).get(workspace, typeof id === 'string' ? id : arrival.value.paper);
  return paper && survivorOf(deps, workspace, paper);
}

interface Keeping {
  readonly arrival: KeptArrival;
  readonly found: Identified;
  readonly before: KeptPaper | null;
  readonly tags: readonly string[];
}

async function keep(deps: Deps, request: AddPaperRequest, { arrival, found, before, tags }: Keeping) {
  const { workspace, leaveForgotten } = request;
  const to = before ? { paper: before.key } : { newId: arrival.value.paper };
  const arrivals = found.arrivals.map((one) => ({ ...one, tags, ...to }));
  const [saved] = await savePapers(deps, { workspace, arrivals, leaveForgotten });
  if (saved?.status === 'forgotten')
    throw new ZapomniError('CONFLICT', 'The user has deleted this paper.', {
      hint: 'Add it by its own name to have it again.',
    });
  const paper = await kept(deps, request, arrival, saved?.paper ?? null);
  return {
    paper,
    status: saved?.status === 'added' ? ('added' as const) : ('updated' as const),
    proposals: saved?.proposals ?? [],
  };
}

async function kept(
  deps: Deps,
  { workspace, signal }: Pick<AddPaperRequest, 'workspace' | 'signal'>,
  arrival: KeptArrival,
  paper: KeptPaper | null,
): Promise<KeptPaper> {
  if (!paper) throw new ZapomniError('INTERNAL', 'The paper was not kept.');
  await noteStep(deps, workspace, arrival, { step: 'identified', paper: paper.key });
  signal?.throwIfAborted();
  return paper;
}

function noPaper(): ZapomniError {
  return new ZapomniError(
    'INVALID_INPUT',
    'The text has neither an id, an abstract nor a list of references: it is kept as a document.',
  );
}
