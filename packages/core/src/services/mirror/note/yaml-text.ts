/** Values as YAML that says them again when it is read, and nothing else. */
import { parseDocument } from 'yaml';
import type { JsonValue, Metadata } from '../../../model/index.ts';

/** What reads as text without quotation marks, and is no word of YAML's own. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}_/.-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_/.-]*)*$/u;
const WORD = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** What a YAML reader may refuse within quotation marks. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Lists of texts one below the other, as people write them; whatever is deeper as JSON, which is YAML too. */
export function toYamlLines(fields: Iterable<readonly [name: string, value: JsonValue]>): string[] {
  const lines: string[] = [];
  for (const [name, value] of fields) {
    const key = toScalar(name);
    if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
      lines.push(`${key}:`, ...value.map((item) => `  - ${toScalar(item)}`));
    else lines.push(`${key}: ${typeof value === 'string' ? toScalar(value) : toJson(value)}`);
  }
  return lines;
}

function toScalar(text: string): string {
  return PLAIN.test(text) && !WORD.test(text) ? text : toJson(text);
}

function toJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Null for what is no list of fields, or no YAML. */
export function readYaml(source: string): Metadata | null {
  const document = parseDocument(source, { schema: 'core', logLevel: 'silent' });
  if (document.errors.length > 0) return null;
  try {
    // Aliases of aliases grow without end; a note has no need of more than a few.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null) return {};
    // By way of JSON, so that nothing is left that cannot be stored.
    return typeof value === 'object' && !Array.isArray(value) ? (JSON.parse(JSON.stringify(value)) as Metadata) : null;
  } catch {
    return null;
  }
}
