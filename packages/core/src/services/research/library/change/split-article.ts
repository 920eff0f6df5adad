/** A record that is of two works becomes two: some of its identifiers and files go to a paper of their own. Undone by the plan's id. */
import { invalidField } from '../../../../errors/index.ts';
import { identifierKey, parseIdentifier, type Identifier } from '../../../../model/papers/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { findPaper } from '../find/find-paper.ts';
import { movedLines } from '../find/shared-identifier.ts';
import { settleTexts } from '../adding/one-text.ts';
import { assignCitekeys } from '../keep/assign-citekeys.ts';
import { identifierField, shownItem, USER } from '../keep/belief.ts';
import { derivedFrom, emptyPaper } from '../keep/paper-facts.ts';
import { newPaperMemory } from '../keep/paper-memory.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { annotationsOf, fieldsOf, filesOf, papersOf } from '../store/index.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';
import { fileMemories } from './file-texts.ts';
import { splitJudgements } from './move-judgements.ts';
import { planWrite, pruneExpired } from './plans.ts';
import { checkedText } from './checked-text.ts';
import { reread, retellTexts, rewritePaper } from './rewrite-paper.ts';
import { snapshotOf } from './snapshot.ts';

export interface SplitRequest {
  readonly workspace: string;
  readonly article: string;
  /** Of the other work. */
  readonly identifiers: readonly string[];
  /** Ids of files that are of the other work. */
  readonly files?: readonly string[] | undefined;
  readonly title?: string | undefined;
}

export interface SplitArticle {
  readonly paper: KeptPaper;
  readonly other: KeptPaper;
  readonly planId: string;
}

export async function splitArticle(deps: Deps, request: SplitRequest): Promise<SplitArticle> {
  const { workspace } = request;
  const paper = await findPaper(deps, workspace, request.article);
  const ids = each(
    request.identifiers.map((text, i) => ownIdentifier(paper, text, `identifiers[${i}]`)),
    identifierKey,
  );
  const files = await ownFiles(deps, paper, workspace, request.files ?? []);
  const title = request.title === undefined ? '' : checkedText(request.title, 'title');
  if (ids.length + files.length === 0)
    throw invalidField('identifiers', 'name what belongs to the other work', 'Give identifiers, files or both.');
  await pruneExpired(deps, workspace);
  const id = deps.ids.next();
  const said = saidOfOther(paper, { ids, title }, deps.clock.now());
  const [keyed] = await assignCitekeys(deps, workspace, [shownItem(said, { identifiers: ids })]);
  const texts = await fileMemories(deps, workspace, files);
  const marked = await annotationsOf(deps).getMany(
    workspace,
    files.map(({ key }) => key),
  );
  const base = { ...emptyPaper(deps.clock.now()), ...derivedFrom(shownItem(said, { identifiers: ids })) };
  const record: PaperRecord = { ...base, citekey: keyed?.citekey ?? null, memory: deps.ids.next(), texts };
  const before = await snapshotOf(deps, workspace, [paper.key, id]);
  const plan = { from: paper.key, into: id };
  const { id: planId, write } = await planWrite(deps, {
    kind: 'split',
    state: 'applied',
    summary: 'A paper was split.',
    plan,
    before,
  });
  const memory = await newPaperMemory(deps, workspace, { id, memory: record.memory ?? '', record });
  const writes: RecordWrite[] = [
    papersOf(deps).writeFor(id, record, { ifVersion: 0 }),
    fieldsOf(deps).writeFor(id, { said }, { parent: id }),
    ...(await movedLines(deps, workspace, ids, { from: paper.key, to: id })),
    ...files.map(({ key, value }) => filesOf(deps).writeFor(key, { ...value, paper: id }, { parent: id })),
    ...marked.map(({ key, value }) => annotationsOf(deps).writeFor(key, { ...value, paper: id }, { parent: key })),
    ...(await splitJudgements(deps, workspace, paper.key, { id, ids })),
    write,
  ];
  const rest = remaining(deps, paper, { ids, texts });
  await deps.storage.memories.add([memory], deps.clock.now(), undefined, [...writes, ...rest.writes]);
  const stayed = await rewritePaper(deps, workspace, await reread(deps, workspace, paper.key), { record: rest.record });
  const other = await reread(deps, workspace, id);
  await retellTexts(deps, workspace, id, other.value);
  for (const one of [paper.key, id]) await settleTexts(deps, workspace, one);
  return { paper: stayed, other, planId };
}

function each<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const MOST_SHOWN = 10;

function ownIdentifier({ value }: KeptPaper, text: string, field: string): Identifier {
  const wanted = parseIdentifier(text);
  const found = wanted && value.item.identifiers.find((one) => identifierKey(one) === identifierKey(wanted));
  if (found) return found;
  const own = value.item.identifiers.slice(0, MOST_SHOWN).map(identifierKey).join(', ') || 'none';
  throw invalidField(field, 'is no identifier of this paper', `It has: ${own}.`);
}

async function ownFiles(
  deps: Deps,
  { key }: KeptPaper,
  workspace: string,
  named: readonly string[],
): Promise<KeptPaperFile[]> {
  const files = named.length === 0 ? [] : await filesOf(deps).getMany(workspace, named);
  const stray = named.findIndex((one) => !files.some((file) => file.key === one && file.value.paper === key));
  if (stray >= 0) throw invalidField(`files[${stray}]`, 'is no file of this paper', 'get_article_details lists them.');
  return files;
}

/** The user says that there is another work, and what it is called; its ids lead to the rest. */
function saidOfOther(
  { value: { item } }: KeptPaper,
  { ids, title }: { readonly ids: readonly Identifier[]; readonly title: string },
  at: number,
): FieldSaid[] {
  const named = title === '' ? `${item.title ?? 'Untitled'} (split off)` : title;
  const fields: [string, FieldSaid['value'], number][] = [
    ['title', named, title === '' ? 0.1 : 1],
    ['type', item.type, 0.1],
    ...ids.map(({ scheme, value }): [string, string, number] => [identifierField(scheme), value, 1]),
  ];
  const source = (confidence: number): string => (confidence === 1 ? USER : 'reference');
  return fields.map(([field, value, confidence]) => ({ field, value, source: source(confidence), at, confidence }));
}

function remaining(
  deps: Deps,
  paper: KeptPaper,
  gone: { readonly ids: readonly Identifier[]; readonly texts: readonly string[] },
): { record: PaperRecord; writes: RecordWrite[] } {
  const { value } = paper;
  const keys = new Set(gone.ids.map(identifierKey));
  const identifiers = value.item.identifiers.filter((one) => !keys.has(identifierKey(one)));
  const texts = value.texts.filter((one) => !gone.texts.includes(one));
  const record = { ...value, item: { ...value.item, identifiers }, texts };
  const put = papersOf(deps).writeFor(paper.key, record, { ifVersion: paper.version });
  return { record, writes: [put] };
}
