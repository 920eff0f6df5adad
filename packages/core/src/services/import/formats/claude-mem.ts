import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import {
  idOf,
  isFields,
  jsonOf,
  keyOf,
  kindOf,
  metadataOf,
  textOf,
  textsOf,
  timeOf,
  type Fields,
} from '../shapes/values.ts';

/** What an export calls the parts of the database. */
const PARTS: Readonly<Record<string, (row: Fields) => Words>> = {
  observations: observationOf,
  summaries: summaryOf,
  prompts: promptOf,
};

interface Words {
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly metadata: Fields;
}

export const claudeMem: ImportFormat = {
  name: 'claude-mem',
  needs: 'its database (~/.claude-mem/claude-mem.db), or a JSON file that its export wrote',
  comes:
    'Observations (title, narrative and facts in the text, concepts as tags), summaries of sessions and your prompts, with project, session and time.',
  lost: 'Vectors, counts of tokens, sessions themselves, what waits to be processed.',
  cutOf: (relative, named) => (named || /\.(?:json|db|sqlite)$/i.test(relative) ? 'elements' : null),
  queries: {
    observations: 'SELECT * FROM observations ORDER BY id',
    summaries: 'SELECT * FROM session_summaries ORDER BY id',
    prompts: 'SELECT * FROM user_prompts ORDER BY id',
  },
  open: () => ({
    *take(item) {
      const read = PARTS[item.part];
      if (read) yield rowOf(item, read);
    },
  }),
};

function rowOf({ where, part, value }: SourceItem, read: (row: Fields) => Words): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const session = textOf(value.memory_session_id) || textOf(value.content_session_id);
  const made = textOf(value.created_at) || timeOf(value.created_at_epoch);
  const { text, kind, tags, metadata } = read(value);
  if (text === '') return { where, skipped: 'has no text' };
  if (idOf(value.id) === '' || session === '') return { where, skipped: 'has no id or no session' };
  const { project } = value;
  return {
    where,
    draft: {
      text,
      source: 'claude-mem',
      kind,
      tags,
      metadata: metadataOf({ ...metadata, project, session, timestamp: made }),
      // Ids are counted in each database anew; the session tells databases apart.
      key: keyOf('claude-mem', part, session, idOf(value.id)),
    },
  };
}

function observationOf(row: Fields): Words {
  const facts = textsOfJson(row.facts).map((fact) => `- ${fact}`);
  const text = joined([row.title, row.subtitle, row.narrative, row.text, facts.join('\n')]);
  const { type, title } = row;
  const metadata = { type, title, files_read: jsonOf(row.files_read), files_modified: jsonOf(row.files_modified) };
  return { text, kind: kindOf(type), tags: textsOfJson(row.concepts), metadata };
}

const SUMMARY = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'];

function summaryOf(row: Fields): Words {
  const parts = SUMMARY.filter((name) => textOf(row[name]).trim() !== '');
  const text = joined(parts.map((name) => `${name.replace('_', ' ')}: ${textOf(row[name]).trim()}`));
  return { text, kind: 'summary', tags: [], metadata: { type: 'session_summary' } };
}

function promptOf(row: Fields): Words {
  const metadata = { role: 'user', prompt_number: row.prompt_number };
  return { text: textOf(row.prompt_text).trim(), kind: 'conversation', tags: [], metadata };
}

/** A list as JSON; never a text parted by commas, for facts have commas. */
function textsOfJson(value: unknown): string[] {
  const list = jsonOf(value);
  return Array.isArray(list) ? textsOf(list) : [];
}

function joined(parts: readonly unknown[]): string {
  const texts = parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
  return [...new Set(texts)].join('\n\n');
}
