import type { Finding, ImportFormat, SourceFile, SourceItem } from '../import-format.ts';
import { fieldsOf, isFields, jsonOf, keyOf, metadataOf, textOf, timeOf } from '../shapes/values.ts';

const ROOM = /^# (.+) \/ (.+)$/m;
/** As the export writes a drawer: its id, its words as a quotation, a table of what is known of it. */
const DRAWER =
  /^## (.+)\n\n((?:>.*\n)+)\n\| Field \| Value \|\n\|[-|]+\|\n\| Source \| (.*) \|\n\| Filed \| (.*) \|\n\| Added by \| (.*) \|$/gm;

interface Drawer {
  readonly where: string;
  readonly id: string;
  readonly text: string;
  readonly about: Readonly<Record<string, unknown>>;
}

export const mempalace: ImportFormat = {
  name: 'mempalace',
  needs: 'the folder that `mempalace export` wrote (a folder a wing, a file a room), or the chroma.sqlite3 of a palace',
  comes:
    'Each drawer word for word, with wing and room (also as tags), the file that it came from and when it was filed.',
  lost: 'Vectors, the knowledge graph, tunnels and diaries. Of an export also what it leaves out of a drawer’s metadata.',
  cutOf: (relative, named) => {
    if (/\.sqlite3?$/i.test(relative)) return 'elements';
    return /[^/]\/[^/]+\.md$/i.test(relative) || (named && /\.md$/i.test(relative)) ? 'note' : null;
  },
  queries: {
    drawers:
      'SELECT e.embedding_id AS id, json_group_object(m.key, coalesce(m.string_value, m.int_value, m.float_value, m.bool_value)) AS about ' +
      'FROM embeddings e JOIN embedding_metadata m ON m.id = e.id GROUP BY e.id ORDER BY e.id',
  },
  open: (file) => ({ take: (item) => (item.part === 'drawers' ? readRow(item) : readRoom(item, file)) }),
};

function* readRow({ where, value }: SourceItem): Generator<Finding> {
  if (!isFields(value)) return;
  const { 'chroma:document': text, ...about } = fieldsOf(jsonOf(value.about));
  // Sentinels say that a file was read; they are no drawers.
  if (about.room === '_registry') yield { where, skipped: 'is a record of a file that was read, no drawer' };
  else yield drawerOf({ where, id: textOf(value.id), text: textOf(text), about });
}

function* readRoom({ where, value }: SourceItem, file: SourceFile): Generator<Finding> {
  const text = textOf(value).replaceAll('\r\n', '\n');
  const [, wing, room] = ROOM.exec(text) ?? [];
  const drawers = [...text.matchAll(DRAWER)];
  const headings = text.match(/^## .+\n\n>/gm)?.length ?? 0;
  if (wing === undefined || room === undefined || drawers.length === 0) {
    yield { where, skipped: 'is not a room that mempalace exported' };
    return;
  }
  if (headings > drawers.length)
    yield { where: file.relative, skipped: 'has drawers that are not as mempalace writes them' };
  for (const [, id = '', quoted = '', source, filed, addedBy] of drawers) {
    const words = quoted.replaceAll(/^> ?/gm, '').trimEnd();
    const about = { wing, room, source_file: known(source), filed_at: known(filed), added_by: known(addedBy) };
    yield drawerOf({ where: `${where} › ${id}`, id, text: words, about });
  }
}

const known = (value: string | undefined): string | undefined => (value === 'unknown' ? undefined : value);

function drawerOf({ where, id, text, about }: Drawer): Finding {
  if (id === '') return { where, skipped: 'has no id' };
  if (text.trim() === '') return { where, skipped: 'has no text' };
  const { wing, room, source_file: source, filed_at: filed, ...others } = about;
  return {
    where,
    draft: {
      text,
      source: textOf(source) || 'mempalace',
      kind: 'note',
      tags: [wing, room].map(textOf).filter((tag) => tag !== ''),
      metadata: metadataOf({ ...others, wing, room, timestamp: timeOf(filed) }),
      key: keyOf('mempalace', id),
    },
  };
}
