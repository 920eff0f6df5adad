/**
 * Saved sets of papers: a topic whose members are looked up whenever it is used, or fixed members. A topic is words, several ways to
 * say it with commas between them; a paper belongs to it when its title, abstract or text holds all words of one way, or a tag is one.
 */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { PAPER_KIND, toTerms, type MemoryFilter } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Kept } from '../../../records/collection.ts';
import { findPaper } from '../find/find-paper.ts';
import { tagKey } from '../keep/keys.ts';
import { papersOf, setsOf } from '../store/index.ts';
import type { PAPER_SETS } from '../store/set-record.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { z } from 'zod';
import { checkType, memoriesOf } from './filter-papers.ts';
import { nearestTo } from './nearest.ts';

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
  const { workspace, description = '', articles = [] } = request;
  const name = checkName(request.name);
  if (description.length > MOST_TOPIC || !description.isWellFormed())
    throw invalidField('description', `must be a text of up to ${MOST_TOPIC} characters`);
  if (await byName(deps, workspace, name))
    throw new ZapomniError('CONFLICT', 'index_name: there is a set of this name.', {
      hint: 'Choose another name.',
      issues: [{ field: 'index_name', error: 'is taken' }],
    });
  const members = await Promise.all(articles.map((one, i) => findPaper(deps, workspace, one, `articles[${i}]`)));
  const types = (request.types ?? []).map((type) => checkType(type, 'document_types'));
  const filter = members.length > 0 ? null : { topic: checkTopic(request.topic), types, most: request.most };
  const key = deps.ids.next();
  const value = {
    name,
    name_key: tagKey(name),
    description,
    filter,
    members: members.map((one) => one.key),
    created_at: deps.clock.now(),
  };
  await setsOf(deps).put(workspace, key, value, { ifVersion: 0 });
  const set = await findSet(deps, workspace, name);
  return { set, papers: await papersIn(deps, workspace, set) };
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
  if (waysOf(given).every((way) => toTerms(way).length === 0)) throw invalidField('topic_filter', 'has no words');
  return given;
}

function waysOf(topic: string): string[] {
  return topic
    .split(/[,;\n]/)
    .map((way) => way.trim())
    .filter((way) => way !== '')
    .slice(0, MOST_WAYS);
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

/** As they are now. */
export async function papersIn(deps: Deps, workspace: string, { value }: KeptSet): Promise<KeptPaper[]> {
  if (value.filter === null) return papersOf(deps).getMany(workspace, value.members);
  const { topic, types, most } = value.filter as unknown as TopicFilter;
  const found = new Map<string, KeptPaper>();
  for (const way of waysOf(topic)) {
    for (const paper of [
      ...(await byWords(deps, workspace, way, { types, most })),
      ...(await byTag(deps, workspace, way)),
    ])
      if (fits(paper, types)) found.set(paper.key, paper);
  }
  return [...found.values()].slice(0, most);
}

function fits({ value }: KeptPaper, types: readonly string[]): boolean {
  return value.standing === 'library' && (types.length === 0 || types.includes(value.type));
}

async function byWords(
  deps: Deps,
  workspace: string,
  way: string,
  { types, most }: Pick<TopicFilter, 'types' | 'most'>,
): Promise<KeptPaper[]> {
  const terms = [...new Set(toTerms(way))];
  if (terms.length === 0) return [];
  const metadata = types.length === 0 ? [] : [{ field: 'type', op: 'in' as const, value: types }];
  const filter: MemoryFilter = { kinds: [PAPER_KIND], metadata };
  const query = { terms, phrases: terms.map((term) => [term]) };
  const hits = await deps.storage.fullText.search(query, most * PASSAGES, { workspace, filter });
  const memories = await deps.storage.memories.summaries(workspace, [...new Set(hits.map(({ memoryId }) => memoryId))]);
  const ids = memories.map(({ metadata: told }) => told['paper_id']).filter((id) => typeof id === 'string');
  return papersOf(deps).getMany(workspace, [...new Set(ids)].slice(0, most));
}

/** A paper has more than one passage that may hold the words. */
const PASSAGES = 4;

async function byTag(deps: Deps, workspace: string, way: string): Promise<KeptPaper[]> {
  const query = { index: 'by_tag' as const, where: { tag_keys: tagKey(way) }, limit: 1000 };
  return [...(await papersOf(deps).list(workspace, query)).items];
}

/** The filter, narrowed to the memories of the set's papers. */
export async function onlySet(
  deps: Deps,
  workspaces: readonly string[],
  name: string,
  filter: MemoryFilter | undefined,
): Promise<MemoryFilter> {
  const papers = await Promise.all(
    workspaces.map(async (one) => papersIn(deps, one, await findSet(deps, one, name, 'filters.index'))),
  );
  const ids = memoriesOf(papers.flat());
  const given = filter?.ids ?? [];
  const both = given.length === 0 ? ids : ids.filter((id) => given.includes(id));
  return { ...filter, ids: both.length === 0 ? ['none'] : both };
}
