/**
 * Two records that are one paper become one: the first gets what the second has, and the second stays as a way to it, so that ids
 * and citekeys that were given out go on naming it. Undone by the plan's id.
 */
import { invalidField } from '../../../../errors/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { gravest } from '../../retraction.ts';
import { findPaper } from '../find/find-paper.ts';
import { shownItem, withSaid } from '../keep/belief.ts';
import { whoSaid } from '../keep/who-said.ts';
import { allIdentifiers } from '../keep/identifiers.ts';
import { derivedFrom, withTags } from '../keep/paper-facts.ts';
import type { FieldSaid } from '../store/field-record.ts';
import {
  annotationsOf,
  contextsOf,
  fieldsOf,
  filesOf,
  identifiersOf,
  papersOf,
  referencesOf,
  toldVersionsOf,
  versionsOf,
} from '../store/index.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';
import { settleTexts } from '../adding/one-text.ts';
import { mergedJudgements } from './move-judgements.ts';
import { planWrite, pruneExpired } from './plans.ts';
import { retellTexts, rewritePaper } from './rewrite-paper.ts';
import { snapshotOf } from './snapshot.ts';

export interface MergeRequest {
  readonly workspace: string;
  /** Stays. */
  readonly into: string;
  readonly from: string;
}

export interface MergedArticles {
  readonly paper: KeptPaper;
  readonly planId: string;
}

const MOST = 500;

export async function mergeArticles(
  deps: Deps,
  { workspace, into: first, from: second }: MergeRequest,
): Promise<MergedArticles> {
  const into = await findPaper(deps, workspace, first, 'into');
  const from = await findPaper(deps, workspace, second, 'from');
  if (into.key === from.key) throw invalidField('from', 'is the same paper as into already');
  await pruneExpired(deps, workspace);
  const before = await snapshotOf(deps, workspace, [into.key, from.key]);
  const plan = { into: into.key, from: from.key };
  const { id, write } = await planWrite(deps, {
    kind: 'merge',
    state: 'applied',
    summary: 'Two papers were merged.',
    plan,
    before,
  });
  const who = await whoSaid(deps, workspace, [into, from]);
  const said = withSaid(who.get(from.key)?.said ?? [], who.get(into.key)?.said ?? []);
  const record = joined(into.value, from.value, said);
  const writes = [
    ...(await moving(deps, workspace, into, from)),
    ...(await mergedJudgements(deps, workspace, into.key, from.key)),
    ...fieldWrites(deps, into.key, from.key, said),
    write,
  ];
  const paper = await rewritePaper(deps, workspace, into, { record, writes });
  await forgetMemory(deps, workspace, from);
  await retellTexts(deps, workspace, paper.key, paper.value);
  await settleTexts(deps, workspace, paper.key);
  return { paper, planId: id };
}

function fieldWrites(deps: Deps, into: string, from: string, said: FieldSaid[]): RecordWrite[] {
  return [
    fieldsOf(deps).writeFor(into, { said }, { parent: into }),
    fieldsOf(deps).writeFor(from, { said: [] }, { parent: from }),
  ];
}

function joined(into: PaperRecord, from: PaperRecord, said: readonly FieldSaid[]): PaperRecord {
  const identifiers = allIdentifiers([...into.item.identifiers, ...from.item.identifiers]);
  const files = [...new Set([...(into.item.files ?? []), ...(from.item.files ?? [])])];
  return {
    ...into,
    ...derivedFrom(shownItem(said, { identifiers, ...(files.length === 0 ? {} : { files }) })),
    ...withTags([...into.tags, ...from.tags]),
    ...factsOf(into, from),
    texts: [...new Set([...into.texts, ...from.texts])],
    said_by: null,
    shown_as: into.shown_as === null || from.shown_as === null ? null : into.shown_as,
  };
}

/** Where the first knows nothing, what the second knows. */
function factsOf(into: PaperRecord, from: PaperRecord) {
  return {
    standing: from.standing === 'library' ? from.standing : into.standing,
    citekey: into.citekey ?? from.citekey,
    topics: [...new Set([...into.topics, ...from.topics])],
    tldr: into.tldr ?? from.tldr,
    counts: into.counts.cited_by === null ? from.counts : into.counts,
    open_access: into.open_access.status === null ? from.open_access : into.open_access,
    retraction: gravest([into.retraction, from.retraction].flatMap((one) => one ?? [])) ?? null,
    read_state: into.read_state === 'unread' ? from.read_state : into.read_state,
    rating: into.rating ?? from.rating,
  };
}

/** What belongs to the second belongs to the first from now on. */
async function moving(deps: Deps, workspace: string, into: KeptPaper, from: KeptPaper): Promise<RecordWrite[]> {
  const ofFrom = { index: 'by_paper' as const, where: { paper: from.key }, limit: MOST };
  const [ids, files, marked, lists, contexts, theirs, versions, told] = await Promise.all([
    identifiersOf(deps).list(workspace, ofFrom),
    filesOf(deps).list(workspace, ofFrom),
    annotationsOf(deps).list(workspace, ofFrom),
    referencesOf(deps).list(workspace, ofFrom),
    contextsOf(deps).list(workspace, ofFrom),
    referencesOf(deps).count(workspace, { index: 'by_paper', where: { paper: into.key } }),
    versionsOf(deps).list(workspace, ofFrom),
    toldVersionsOf(deps).list(workspace, ofFrom),
  ]);
  const keepsOwn = theirs > 0;
  return [
    ...ids.items.map(({ key }) => identifiersOf(deps).writeFor(key, { paper: into.key }, { parent: into.key })),
    ...files.items.map(({ key, value }) =>
      filesOf(deps).writeFor(key, { ...value, paper: into.key }, { parent: into.key }),
    ),
    ...marked.items.map(({ key, value }) =>
      annotationsOf(deps).writeFor(key, { ...value, paper: into.key }, { parent: key }),
    ),
    // Two lists of references of one work say the same: that of the first is kept where it has one.
    ...(keepsOwn ? [] : moveParts(deps, into.key, lists.items, contexts.items)),
    ...versions.items.map(({ key }) => versionsOf(deps).deletionOf(key)),
    ...(await fromBehind(deps, workspace, into.key, from.key)),
    ...told.items.flatMap(({ key, value }) => [
      toldVersionsOf(deps).deletionOf(key),
      toldVersionsOf(deps).writeFor(
        `${into.key} ${value.identifier}`,
        { ...value, paper: into.key },
        { parent: into.key },
      ),
    ]),
    leftBehind(deps, into.key, from, into.value.citekey === null ? null : from.value.citekey),
  ];
}

/** What was shown under the second is shown under the first, which may be one of them. */
async function fromBehind(deps: Deps, workspace: string, into: string, from: string): Promise<RecordWrite[]> {
  const query = { index: 'by_of' as const, where: { of: from }, limit: MOST };
  const behind = (await versionsOf(deps).list(workspace, query)).items;
  const others = behind.map(({ value }) => value.paper).filter((paper) => paper !== into);
  const papers = await papersOf(deps).getMany(workspace, others);
  return [
    ...behind.map(({ key }) => versionsOf(deps).deletionOf(key)),
    ...behind
      .filter(({ value }) => value.paper !== into)
      .map(({ value }) =>
        versionsOf(deps).writeFor(`${into}.${value.paper}`, { ...value, of: into }, { parent: value.paper }),
      ),
    ...papers.map(({ key, value, version }) =>
      papersOf(deps).writeFor(key, { ...value, shown_as: into }, { ifVersion: version }),
    ),
  ];
}

type Lists = Awaited<ReturnType<ReturnType<typeof referencesOf>['list']>>['items'];
type Contexts = Awaited<ReturnType<ReturnType<typeof contextsOf>['list']>>['items'];

function moveParts(deps: Deps, into: string, lists: Lists, contexts: Contexts): RecordWrite[] {
  return [
    ...lists.flatMap(({ key, value }) => [
      referencesOf(deps).deletionOf(key),
      referencesOf(deps).writeFor(`${into}.${value.part}`, { ...value, paper: into }, { parent: into }),
    ]),
    ...contexts.flatMap(({ key, value }) => [
      contextsOf(deps).deletionOf(key),
      contextsOf(deps).writeFor(`${into}.${value.part}`, { ...value, paper: into }, { parent: into }),
    ]),
  ];
}

/** Keeps its citekey, under which it may have been cited, unless the first has none of its own and takes it; is listed no more. */
function leftBehind(deps: Deps, into: string, { key, value, version }: KeptPaper, citekey: string | null): RecordWrite {
  const record = {
    ...value,
    citekey,
    standing: 'dismissed' as const,
    merged_into: into,
    shown_as: null,
    memory: null,
    texts: [],
    said_by: null,
  };
  return papersOf(deps).writeFor(key, record, { ifVersion: version });
}

/** Its title and abstract stand in the other's memory now. Where this is not reached, the next merge or import finds no paper for it. */
async function forgetMemory({ storage, clock }: Deps, workspace: string, { value }: KeptPaper): Promise<void> {
  if (value.memory === null) return;
  const [there] = await storage.memories.summaries(workspace, [value.memory]);
  if (there) await storage.memories.remove(workspace, [there.id], clock.now());
}
