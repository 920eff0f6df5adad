/** What the user says of a paper: kept as the user's word, which no source and no import overwrites. */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { candidateLine } from '../find/candidate.ts';
import { findPaper } from '../find/find-paper.ts';
import { identifierOfLine, mayBeShared, sharingWrite } from '../find/shared-identifier.ts';
import { identifierField, shownItem, USER, withSaid } from '../keep/belief.ts';
import { tagKey } from '../keep/keys.ts';
import { derivedFrom, MOST_TAGS, withTags } from '../keep/paper-facts.ts';
import { identifierWrite } from '../keep/plan-paper.ts';
import { keptSaid, whoSaidOf } from '../keep/who-said.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { checkedTags } from './checked-text.ts';
import { readEdits, type Edits } from './read-edits.ts';
import { rewritePaper } from './rewrite-paper.ts';

export interface UpdateArticleRequest {
  readonly workspace: string;
  readonly article: string;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface UpdatedArticle {
  readonly paper: KeptPaper;
  /** Names of what is otherwise now. */
  readonly changed: readonly string[];
}

export async function updateArticle(deps: Deps, request: UpdateArticleRequest): Promise<UpdatedArticle> {
  const { workspace, article, metadata = {} } = request;
  const edits = readEdits(metadata);
  const addTags = checkedTags(request.addTags ?? [], 'add_tags');
  const removeTags = request.removeTags ?? [];
  if (addTags.length + removeTags.length + Object.keys(metadata).length === 0)
    throw invalidField(
      'update_metadata',
      'nothing to change was named',
      'Give add_tags, remove_tags or update_metadata.',
    );
  const both = addTags.find((tag) => removeTags.some((other) => tagKey(other) === tagKey(tag)));
  if (both !== undefined) throw invalidField('remove_tags', `'${both}' is to be added as well`);
  const paper = await findPaper(deps, workspace, article);
  const { value } = paper;
  const who = await whoSaidOf(deps, workspace, paper);
  const said = withSaid(who.said, saidByUser(edits, deps.clock.now()));
  const identifiers = editedIdentifiers(value.item.identifiers, edits);
  await mustBeFree(deps, workspace, paper.key, edits);
  const item = shownItem(said, { identifiers, ...(value.item.files ? { files: value.item.files } : {}) });
  const gone = new Set(removeTags.map(tagKey));
  const wanted = [...value.tags.filter((tag) => !gone.has(tagKey(tag))), ...addTags];
  if (new Set(wanted.map(tagKey)).size > MOST_TAGS)
    throw invalidField('add_tags', `would give the paper more than ${MOST_TAGS} tags`, 'Remove some with remove_tags.');
  const tags = withTags(wanted);
  const edited = { ...value, ...derivedFrom(item), ...edits.record, ...tags };
  if (edits.fields.size + edits.identifiers.size === 0 && differences(paper, edited).length === 0)
    return { paper, changed: [] };
  const { record, writes: lines } = keptSaid(deps, { id: paper.key, record: edited }, { said, version: who.version });
  const writes = [...(await identifierWrites(deps, workspace, paper, identifiers)), ...lines];
  const changed = differences(paper, record);
  return { paper: await rewritePaper(deps, workspace, paper, { record, writes }), changed };
}

function saidByUser({ fields, identifiers }: Edits, at: number): FieldSaid[] {
  const ids = [...identifiers].map(([scheme, id]) => [identifierField(scheme), id?.value ?? null] as const);
  return [...fields, ...ids].map(([field, value]) => ({ field, value, source: USER, at, confidence: 1 }));
}

function editedIdentifiers(before: readonly Identifier[], { identifiers }: Edits): Identifier[] {
  const kept = before.filter(({ scheme }) => !identifiers.has(scheme));
  return [...kept, ...[...identifiers.values()].filter((one) => one !== null)];
}

/** An id names one paper: what another has must be merged, and not taken away from it. */
async function mustBeFree(deps: Deps, workspace: string, key: string, { identifiers, record }: Edits): Promise<void> {
  for (const [scheme, id] of identifiers) {
    const owner = id && (await identifiersOf(deps).get(workspace, identifierKey(id)));
    if (owner && owner.value.paper !== key)
      throw await isTaken(deps, workspace, `update_metadata.${scheme}`, owner.value.paper);
  }
  const { citekey } = record;
  if (citekey === undefined || citekey === null) return;
  const [other] = (await papersOf(deps).list(workspace, { index: 'by_citekey', where: { citekey }, limit: 1 })).items;
  if (other && other.key !== key) throw await isTaken(deps, workspace, 'update_metadata.citekey', other.key);
}

async function isTaken(deps: Deps, workspace: string, field: string, owner: string): Promise<ZapomniError> {
  const paper = await papersOf(deps).get(workspace, owner);
  return new ZapomniError('CONFLICT', `${field}: another paper has it.`, {
    hint: `If both are one work, merge_articles joins them.${paper ? ` The other: ${candidateLine(paper)}.` : ''}`,
    issues: [{ field, error: 'is that of another paper' }],
  });
}

async function identifierWrites(
  deps: Deps,
  workspace: string,
  { key }: KeptPaper,
  now: readonly Identifier[],
): Promise<RecordWrite[]> {
  const query = { index: 'by_paper' as const, where: { paper: key }, limit: 500 };
  const had = new Set((await identifiersOf(deps).list(workspace, query)).items.map((one) => one.key));
  const has = new Set(now.map(identifierKey));
  const known = new Set([...had].map(identifierOfLine));
  const fresh = now.filter((id) => id.scheme !== 'issn' && !known.has(identifierKey(id)));
  const owners = await identifiersOf(deps).getMany(workspace, fresh.map(identifierKey));
  const taken = new Set(owners.map((one) => one.key));
  return [
    ...[...had].filter((line) => !has.has(identifierOfLine(line))).map((line) => identifiersOf(deps).deletionOf(line)),
    ...fresh.flatMap((id) => {
      if (!taken.has(identifierKey(id))) return identifierWrite(deps, id, key);
      return mayBeShared(id) ? sharingWrite(deps, id, key) : [];
    }),
  ];
}

function differences({ value }: KeptPaper, now: KeptPaper['value']): string[] {
  const names = [...new Set([...Object.keys(value.item), ...Object.keys(now.item)])];
  const at = (item: object, name: string): string => JSON.stringify((item as Record<string, unknown>)[name] ?? null);
  const items = names.filter((name) => at(value.item, name) !== at(now.item, name));
  const own = (['tags', 'citekey', 'rating', 'read_state'] as const).filter(
    (name) => at(value, name) !== at(now, name),
  );
  return [...items, ...own];
}
