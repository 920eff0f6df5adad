/** What stands between two lines of dashes before a note: YAML about it. */
import type { JsonValue } from '@zapomni/core/model';
import { parseDocument } from 'yaml';

export interface Note {
  readonly metadata: Record<string, JsonValue>;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  readonly problem: string | null;
}

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/u;

export function splitFrontMatter(text: string): Note {
  const found = FRONT_MATTER.exec(text);
  if (!found) return whole(text, null);
  const metadata = parseYaml(found[1] ?? '');
  // A rule at the top of a note looks the same, and what follows it is no list of fields.
  if (!metadata) return whole(text, 'What stands at the top like front matter cannot be read as YAML.');
  return {
    metadata,
    body: text.slice(found[0].length),
    bodyLine: found[0].split('\n').length - (found[0].endsWith('\n') ? 0 : -1),
    problem: null,
  };
}

function whole(text: string, problem: string | null): Note {
  return { metadata: {}, body: text, bodyLine: 1, problem };
}

function parseYaml(source: string): Record<string, JsonValue> | null {
  const document = parseDocument(source, { schema: 'core', logLevel: 'silent' });
  if (document.errors.length > 0) return null;
  try {
    // Aliases of aliases grow without end; a note has no need of more than a few.
    const value = document.toJS({ maxAliasCount: 100 }) as unknown;
    if (value === null) return {};
    // By way of JSON, so that nothing is left that cannot be stored.
    return typeof value === 'object' && !Array.isArray(value)
      ? (JSON.parse(JSON.stringify(value)) as Record<string, JsonValue>)
      : null;
  } catch {
    return null;
  }
}
