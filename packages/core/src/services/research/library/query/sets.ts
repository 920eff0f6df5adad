/**
 * Saved sets of papers: a topic whose members are looked up whenever it is used, or fixed members. A topic is words, several ways to
 * say it with commas between them; a paper belongs to it when its title, abstract or text holds all words of one way, its "phrases" as they
 * stand and none of its -words, or a tag is one.
 */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { parseQuery, toPhrase, type MemoryFilter } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Kept } from '../../../records/collection.ts';
import { findPaper } from '../find/find-paper.ts';
import { shownPapers } from '../find/shown-papers.ts';
import { tagKey } from '../keep/keys.ts';
import { papersOf, setsOf } from '../store/index.ts';
import type { PAPER_SETS } from '../store/set-record.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { z } from 'zod';
import { checkType, memoriesOf } from './filter-papers.ts';
import { papersTagged } from './filter-tags.ts';
import { papersByIds } from './found-papers.ts';
import { nearestTo } from './nearest.ts';
import { holdingAll, papersHolding } from './word-hits.ts';

export type KeptSet = Kept<z.output<(typeof PAPER_SETS)['schema']>>;

export interface CreateSetRequest {
  readonly workspace: string;
  readonly name: string;
  readonly topic: string;
  readonly types?: readonly string[] | undefined;
  readonly most: number;
  readonly description?: string | undefined;
  /** Fixed members in the place of a topic. */
  readonly articles?: readonly string[] | undefined;
}

export interface CreatedSet {
  readonly set: KeptSet;
  readonly papers: readonly KeptPaper[];
  /** How many belong to its topic; more than its papers where there are more than it may have. */
  readonly total: number;
}

const MOST_NAME = 100;
const MOST_WAYS = 50;
const MOST_TOPIC = 2000;

interface TopicFilter {
  readonly topic: string;
  readonly types: readonly string[];
  readonly most: number;
}

/** CONFLICT where the name is taken. */
export async function createSet(deps: Deps, request: CreateSetRequest): Promise<CreatedSet> {
  const { workspace, description = '' } = request;
  const name = checkName(request.name);
  if (description.length > MOST_TOPIC || !description.isWellFormed())
    throw invalidField('description', `must be a text of up to ${MOST_TOPIC} characters`);
  if (await byName(deps, workspace, name))
    throw new ZapomniError('CONFLICT', 'index_name: there is a set of this name.', {
      hint: 'Choose another name.',
      issues: [{ field: 'index_name', error: 'is taken' }],
    });
  const types = (request.types ?? []).map((type) => checkType(type, 'document_types'));
  const members = await fixedMembers(deps, request, types);
  const filter = members === null ? { topic: checkTopic(request.topic), types, most: request.most } : null;
  const key = deps.ids.next();
  const value = {
    name,
    name_key: tagKey(name),
    description,
    filter,
    members: members ?? [],
    created_at: deps.clock.now(),
  };
  await setsOf(deps).put(workspace, key, value, { ifVersion: 0 });
  const set = await findSet(deps, workspace, name);
  const { papers, total } = await membersOf(deps, workspace, set);
  return { set, papers, total };
}

/** Ids of those that are named, each once; null where nobody named any. Types and the limit hold for them as for a topic. */
async function fixedMembers(
  deps: Deps,
  { workspace, articles = [], most }: CreateSetRequest,
  types: readonly string[],
): Promise<string[] | null> {
  if (articles.length === 0) return null;
  if (articles.length > most) throw invalidField('articles', `names more papers than max_documents (${most})`);
  const found = await Promise.all(articles.map((one, i) => findPaper(deps, workspace, one, `articles[${i}]`)));
  const wanted = found.filter(({ value }) => types.length === 0 || types.includes(value.type));
  if (wanted.length === 0) throw invalidField('document_types', 'is the type of none of the articles');
  return [...new Set(wanted.map(({ key }) => key))];
}

function checkName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > MOST_NAME) throw invalidField('index_name', `must have 1–${MOST_NAME} characters`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name))
    throw invalidField(
      'index_name',
      'holds control characters or half of a surrogate pair',
      'Write it in plain words.',
    );
  return name;
}

function checkTopic(topic: string): string {
  const given = topic.trim();
  if (given.length > MOST_TOPIC) throw invalidField('topic_filter', `has more than ${MOST_TOPIC} characters`);
  const ways = waysOf(given);
  if (ways.length > MOST_WAYS) throw invalidField('topic_filter', `has more than ${MOST_WAYS} ways to say it`);
  if (ways.every((way) => toPhrase(parseQuery(way).text).length === 0))
    throw invalidField('topic_filter', 'has no words', 'Say in words what belongs to it; -word only leaves out.');
  return given;
}

function waysOf(topic: string): string[] {
  const ways = topic.match(/(?:"[^"\n]*"|[^,;\n])+/g) ?? [];
  return ways.map((way) => way.trim()).filter((way) => way !== '');
}

async function byName(deps: Deps, workspace: string, name: string): Promise<KeptSet | null> {
  const query = { index: 'by_name' as const, where: { name_key: tagKey(name) }, limit: 1 };
  return (await setsOf(deps).list(workspace, query)).items[0] ?? null;
}

/** NOT_FOUND names the nearest. */
export async function findSet(deps: Deps, workspace: string, name: string, field = 'index'): Promise<KeptSet> {
  const found = await byName(deps, workspace, name);
  if (found) return found;
  const { items } = await setsOf(deps).list(workspace, { limit: 200 });
  const near = nearestTo(
    name,
    items.map(({ value }) => value.name),
  );
  throw new ZapomniError('NOT_FOUND', `${field}: there is no saved set of this name.`, {
    hint: near.length === 0 ? 'create_custom_index makes one.' : `Nearest: ${near.join(', ')}.`,
    issues: [{ field, error: 'not found' }],
  });
}

/** As they are now, and as they are shown: of a preprint what it became, of a merged one what it was merged into. */
export async function papersIn(deps: Deps, workspace: string, set: KeptSet): Promise<KeptPaper[]> {
  return (await membersOf(deps, workspace, set)).papers;
}

/** With those that are shown as another, whose texts are searched all the same. */
export async function recordsIn(deps: Deps, workspace: string, set: KeptSet): Promise<KeptPaper[]> {
  const { papers, belonging } = await membersOf(deps, workspace, set);
  return [...new Map([...papers, ...belonging].map((paper) => [paper.key, paper])).values()];
}

interface Members {
  readonly papers: KeptPaper[];
  /** As they were named or found. */
  readonly belonging: readonly KeptPaper[];
  /** How many belong to the topic, those beyond its limit too. */
  readonly total: number;
}

async function membersOf(deps: Deps, workspace: string, set: KeptSet): Promise<Members> {
  const { found, total } = await foundFor(deps, workspace, set);
  const keys = found.map(({ key }) => key);
  const shown = [...(await shownPapers(deps, workspace, keys)).values()];
  const papers = [...new Map(shown.map((paper) => [paper.key, paper])).values()];
  const isCut = total > found.length;
  return { papers, belonging: found, total: isCut ? total : papers.length };
}

interface Found {
  readonly found: KeptPaper[];
  readonly total: number;
}

async function foundFor(deps: Deps, workspace: string, { value }: KeptSet): Promise<Found> {
  if (value.filter === null) {
    const found = await papersOf(deps).getMany(workspace, value.members);
    return { found, total: found.length };
  }
  const { topic, types, most } = value.filter as unknown as TopicFilter;
  const ids = new Set<string>();
  for (const way of waysOf(topic)) {
    for (const id of await holding(deps, workspace, way, types)) ids.add(id);
    for (const paper of await papersTagged(deps, workspace, way)) if (fits(paper, types)) ids.add(paper.key);
  }
  return firstOf(deps, workspace, [...ids], { types, most });
}

const AT_ONCE = 500;

async function firstOf(
  deps: Deps,
  workspace: string,
  ids: readonly string[],
  { types, most }: Pick<TopicFilter, 'types' | 'most'>,
): Promise<Found> {
  const found: KeptPaper[] = [];
  for (let at = 0; at < ids.length && found.length < most; at += AT_ONCE)
    for (const paper of (await papersByIds(deps, workspace, ids.slice(at, at + AT_ONCE))).values())
      if (fits(paper, types)) found.push(paper);
  return found.length < most ? { found, total: found.length } : { found: found.slice(0, most), total: ids.length };
}

function fits({ value }: KeptPaper, types: readonly string[]): boolean {
  return value.standing === 'library' && (types.length === 0 || types.includes(value.type));
}

/** What is excluded must stand nowhere in the paper, so it is looked for by itself. */
async function holding(deps: Deps, workspace: string, way: string, types: readonly string[]): Promise<string[]> {
  const { text, phrases, excluded } = parseQuery(way);
  const terms = [...new Set(toPhrase(text))];
  if (terms.length === 0) return [];
  const metadata = types.length === 0 ? [] : [{ field: 'type', op: 'in' as const, value: types }];
  const ids = await papersHolding(deps, workspace, holdingAll(terms, phrases), metadata);
  const without = new Set<string>();
  for (const phrase of excluded)
    for (const id of await papersHolding(deps, workspace, holdingAll([], [phrase]))) without.add(id);
  return ids.filter((id) => !without.has(id));
}

/** The filter, narrowed to the memories of the set's papers. */
export async function onlySet(
  deps: Deps,
  workspaces: readonly string[],
  name: string,
  filter: MemoryFilter | undefined,
): Promise<MemoryFilter> {
  const papers = await Promise.all(
    workspaces.map(async (one) => recordsIn(deps, one, await findSet(deps, one, name, 'filters.index'))),
  );
  const ids = memoriesOf(papers.flat());
  const given = filter?.ids ?? [];
  const both = given.length === 0 ? ids : ids.filter((id) => given.includes(id));
  return { ...filter, ids: both.length === 0 ? ['none'] : both };
}
