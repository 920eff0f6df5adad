/**
 * What the question calls by name: memories under a tag that it says ("python style", `python-style`), and passages that
 * speak of a thing by another name of its ("ZAP", Zapomni). Their texts need not hold the words, so they are looked for by
 * themselves, and a name that a passage bears says its words for it: in the word score, in the close look and in how much of
 * the question it holds.
 */
import { toQueryTerms, toTerms, type MemoryFilter } from '../../../model/index.ts';
import type { PassageHit } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { FoundName } from '../query/find-names.ts';
import type { Candidate } from '../candidates/fuse.ts';
import type { Gathering } from '../candidates/gather-candidates.ts';
import { keepAllowed } from '../candidates/keep-allowed.ts';

/** Of an entity that more passages mention, these are looked at. */
const MENTIONS_READ = 500;

type Gather = (deps: Deps, gathering: Gathering) => Promise<Candidate[]>;

/** All candidates, those that bear one of the names with what that says for them. */
export function markNames(names: readonly FoundName[], gather: Gather): Gather {
  if (names.length === 0) return gather;
  return async (deps, gathering) => {
    const [any, ...groups] = await Promise.all([
      gather(deps, gathering),
      ...names.map((name) => bearing(deps, gathering, name, gather)),
    ]);
    const found = new Map(any.map((candidate) => [candidate.passageId, candidate]));
    for (const [i, group] of groups.entries()) {
      for (const one of group) found.set(one.passageId, mark(found.get(one.passageId), one, names[i] as FoundName));
    }
    return [...found.values()];
  };
}

const UNNAMED = { words: 0, force: 0, tagShare: 0, terms: [] } as const;

/** `one` was found by the other words of the question. What its own words say for it already is not said twice. */
function mark(
  known: Candidate | undefined,
  one: Candidate,
  { bearer, worth, share, force, terms }: FoundName,
): Candidate {
  const candidate = known ?? one;
  const { named = UNNAMED } = candidate;
  return {
    ...candidate,
    named: {
      words: named.words + Math.max(0, (one.words ?? 0) + worth - (candidate.words ?? 0)),
      force: Math.max(named.force, force),
      tagShare: Math.max(named.tagShare, 'tag' in bearer ? share : 0),
      terms: [...named.terms, ...terms],
    },
  };
}

async function bearing(deps: Deps, gathering: Gathering, name: FoundName, gather: Gather): Promise<Candidate[]> {
  const { query, embedding, depth } = gathering;
  const { workspace, said } = name;
  const own = new Set([...toTerms(said), ...toQueryTerms(said)]);
  const { filter, mentions } = await whereBorne(deps, gathering.filter ?? {}, name);
  const others = { ...query, terms: query.terms.filter((term) => !own.has(term)) };
  const [gathered, asked] = await Promise.all([
    gather(deps, { ...gathering, query: others, workspaces: [workspace], filter }),
    embedding,
  ]);
  const isMention = mentions && new Set(mentions.map(({ passageId }) => passageId));
  const found = isMention ? gathered.filter(({ passageId }) => isMention.has(passageId)) : gathered;
  if (asked) return found;
  // Without the model those that hold no other word of the question are missing.
  const known = new Map(found.map((one) => [one.passageId, one]));
  const all = mentions ?? (await deps.storage.memories.openings({ workspace, filter }, depth));
  const rest = (await keepAllowed(deps, query, known, all)).filter(({ passageId }) => !known.has(passageId));
  const plain = rest.map(({ passageId, memoryId }) => ({ passageId, memoryId, workspace, words: null, meaning: null }));
  return [...found, ...plain.slice(0, depth)];
}

/** A filter that lets through what bears the name; of long memories only the mentions do. */
interface Where {
  readonly filter: MemoryFilter;
  readonly mentions?: readonly PassageHit[];
}

async function whereBorne(deps: Deps, filter: MemoryFilter, { workspace, bearer }: FoundName): Promise<Where> {
  if ('tag' in bearer) return { filter: under(bearer.tag, filter) };
  const about = [{ entityId: bearer.entityId, weight: 1 }];
  const mentions = await deps.storage.graph.passagesAbout({ workspace, filter }, about, MENTIONS_READ);
  // An empty list of ids would let everything through.
  return { filter: { ...filter, ids: ['', ...new Set(mentions.map(({ memoryId }) => memoryId))] }, mentions };
}

function under(tag: string, filter: MemoryFilter): MemoryFilter {
  return filter.tags?.length ? { ...filter, allTags: [...(filter.allTags ?? []), tag] } : { ...filter, tags: [tag] };
}
