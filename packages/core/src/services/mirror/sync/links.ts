/** What the graph says of memories, as links that lead from note to note. */
import type { Memory, MemorySummary } from '../../../model/index.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import type { Pass } from './pass.ts';

/** More passages than these are not looked at for links. */
const MOST_PASSAGES = 50;
const MOST_LINKS = 30;

type Linked = Pick<Memory | MemorySummary, 'id' | 'passageCount' | 'supersededBy' | 'supersedes'>;

/** The lines of each, by the id of the memory. */
export async function linksOf(pass: Pass, memories: readonly Linked[]): Promise<Map<string, string[]>> {
  const names = await namesOf(pass, memories);
  return new Map(
    memories.map((memory) => [
      memory.id,
      [
        ...lineOf('', names.get(memory.id) ?? []),
        ...lineOf('Supersedes: ', titleOf(pass, memory.supersedes)),
        ...lineOf('Superseded by: ', titleOf(pass, memory.supersededBy)),
      ],
    ]),
  );
}

/** What is kept of them. */
export async function hashOfLinks(lines: readonly string[]): Promise<string> {
  return lines.length === 0 ? '' : sha256(lines.join('\n'));
}

function lineOf(before: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [before + names.map((name) => `[[${name}]]`).join(' · ')];
}

/** How another note is called, if it has a file. */
function titleOf({ view }: Pass, id: string | null): string[] {
  const note = id === null ? undefined : view.notes.get(id);
  const title = note?.file.replace(/^.*\//, '').replace(/\.md$/i, '') ?? '';
  return title === '' || /[[\]|#^]/.test(title) ? [] : [title];
}

/** Passages of a memory have numbers in a row; what else has one of them is another memory's, and says so. */
async function namesOf({ deps, asked }: Pass, memories: readonly Linked[]): Promise<Map<string, string[]>> {
  const { memories: store, graph } = deps.storage;
  const { workspace } = asked;
  const counts = new Map(memories.map(({ id, passageCount }) => [id, Math.min(passageCount, MOST_PASSAGES)]));
  const scope = { workspace, filter: { ids: [...counts.keys()], includeSuperseded: true } };
  const passages = (await store.openings(scope, counts.size)).flatMap(({ passageId, memoryId }) =>
    Array.from({ length: counts.get(memoryId) ?? 0 }, (_, i) => passageId + i),
  );
  const mentions = passages.length === 0 ? [] : await graph.mentionsIn(workspace, passages);
  const ids = [...new Set(mentions.map(({ entityId }) => entityId))];
  const entities = ids.length === 0 ? [] : await graph.entities(workspace, ids);
  const names = new Map(entities.map(({ id, name }) => [id, toLink(name)]));
  const found = new Map<string, Set<string>>();
  for (const { memoryId, entityId } of mentions) {
    const name = names.get(entityId);
    if (name !== undefined && name !== '') found.set(memoryId, (found.get(memoryId) ?? new Set()).add(name));
  }
  return new Map([...found].map(([id, some]) => [id, [...some].toSorted().slice(0, MOST_LINKS)]));
}

/** Without what means something within a link. */
function toLink(name: string): string {
  return name
    .replaceAll(/[[\]|#^\\/:\s·]+/gu, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed();
}
