import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import { fieldsOf, idOf, isFields, keyOf, metadataOf, textOf, textsOf, timeOf } from '../shapes/values.ts';

/** Where a dump has its list: nowhere else but at the top, or in what `get_all` answers. */
const PARTS = new Set(['', 'results', 'memories']);

export const mem0: ImportFormat = {
  name: 'mem0',
  needs: 'a JSON file of what `get_all()` answers: a list of memories, or an object with `results`',
  comes:
    'Each memory with its categories as tags, its metadata, user, agent, app and run, and when it was made and changed.',
  lost: 'Vectors, scores, the history of a memory, the graph. Exports by a schema of your own: use `jsonl`.',
  cutOf: (relative, named) => (named || /\.json$/i.test(relative) ? 'elements' : null),
  open: () => ({
    *take(item) {
      if (PARTS.has(item.part)) yield memoryOf(item);
    },
  }),
};

function memoryOf({ where, value }: SourceItem): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const id = idOf(value.id);
  const text = textOf(value.memory) || textOf(value.text);
  if (id === '') return { where, skipped: 'has no id' };
  if (text.trim() === '') return { where, skipped: 'has no text' };
  const { user_id, agent_id, app_id, run_id, created_at, updated_at } = value;
  const metadata = { ...fieldsOf(value.metadata), user_id, agent_id, app_id, run_id, updated_at };
  return {
    where,
    draft: {
      text,
      source: 'mem0',
      kind: 'note',
      tags: textsOf(value.categories),
      metadata: metadataOf({ ...metadata, timestamp: timeOf(created_at) }),
      key: keyOf('mem0', id),
    },
  };
}
