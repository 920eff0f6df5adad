/** What the graph says of memories, as links that lead from note to note. */
import type { Memory, MemorySummary } from '../../../model/index.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { linkedNames } from '../../notes/linked-names.ts';
import type { Pass } from './pass.ts';

type Linked = Pick<Memory | MemorySummary, 'id' | 'passageCount' | 'supersededBy' | 'supersedes'>;

/** The lines of each, by the id of the memory. */
export async function linksOf(pass: Pass, memories: readonly Linked[]): Promise<Map<string, string[]>> {
  const names = await linkedNames(pass.deps, pass.asked.workspace, memories);
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
