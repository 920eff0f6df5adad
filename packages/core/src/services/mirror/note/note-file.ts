/**
 * A memory as a file, and a file as what may be a memory:
 *
 *   ---
 *   memory_id: 0199f1c2-…        front matter: note-fields.ts
 *   tags: …
 *   ---
 *   The text, byte for byte.
 *
 *   <!-- zapomni: related … -->  what the graph knows: made here, and not read back
 *   [[Anna]] · [[Acme]]
 *   <!-- zapomni: end -->
 */
import type { Memory, Metadata } from '../../../model/index.ts';
import { CONFLICT_FIELD, factsOf, fieldsOf, ID_FIELD, type Field, type NoteFacts } from './note-fields.ts';
import { readYaml, toYamlLines } from './yaml-text.ts';

export interface ReadNote {
  /** Null for a file that is no memory's yet. */
  readonly id: string | null;
  /** A copy that was kept when two edits met: not a memory, and never becomes one. */
  readonly isConflictCopy: boolean;
  readonly facts: NoteFacts;
  readonly text: string;
}

const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MARK = '<!-- zapomni: related';
const OPENING = `${MARK}; made anew with each change, write above this line -->`;
const CLOSING = '<!-- zapomni: end -->';
/** From its mark on. */
const SECTION = /^[^\n]*-->\r?\n(?:([\s\S]*?)\r?\n)?<!-- zapomni: end -->/;
/** What the section is made of. Anything else in it was written by somebody, and is text. */
const LINKS = /^(?:[^[\]]{0,40}: )?\[\[[^[\]]*\]\](?: · \[\[[^[\]]*\]\])*$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `links` are lines of the generated section. */
export function renderNote(memory: Memory, links: readonly string[]): string {
  return render(fieldsOf(memory), memory.text, links);
}

/** Of a state that lost against another edit. */
export function renderConflictCopy(memory: Memory, note: string): string {
  const fields = fieldsOf(memory).filter(([name]) => name !== ID_FIELD);
  return render([[CONFLICT_FIELD, memory.id], ['conflict', note], ...fields], memory.text, []);
}

function render(fields: readonly Field[], text: string, links: readonly string[]): string {
  const head = ['---', ...toYamlLines(fields), '---', ''].join('\n');
  return `${head}${text}\n${sectionFor(text, links)}`;
}

/** A text that has such a mark itself is followed by a section, if an empty one, so that its own is not taken for ours. */
function sectionFor(text: string, links: readonly string[]): string {
  if (links.length === 0 && !text.includes(MARK)) return '';
  return `\n${[OPENING, ...links, CLOSING].join('\n')}\n`;
}

/** The same file with other links; nothing else is touched, but for what somebody wrote among them: it stands before them. */
export function withLinks(content: string, links: readonly string[]): string {
  const head = FENCED.exec(content)?.[0] ?? '';
  const body = content.slice(head.length);
  const parts = partsOf(body);
  const text = parts ? joined([parts.before.trimEnd(), parts.written, parts.after]) : body.trimEnd();
  return `${head}${text}\n${sectionFor(text, links)}`;
}

/** Null for front matter that cannot be read: nothing is to be concluded from such a file. */
export function readNote(content: string): ReadNote | null {
  const fence = FENCED.exec(content);
  const fields = fence ? readYaml(fence[1] ?? '') : {};
  if (!fields) return null;
  const id = fields[ID_FIELD];
  return {
    id: typeof id === 'string' && UUID.test(id.toLowerCase()) ? id.toLowerCase() : null,
    isConflictCopy: Object.hasOwn(fields, CONFLICT_FIELD),
    facts: factsOf(fields),
    text: textOf(fence ? content.slice(fence[0].length) : content.replace(/^\uFEFF/, '')),
  };
}

/** What a note of this memory says when it is read: the two are compared, never the files. */
export function asRead(memory: Memory): ReadNote {
  const fields: Metadata = Object.fromEntries(fieldsOf(memory));
  return { id: memory.id, isConflictCopy: false, facts: factsOf(fields), text: memory.text };
}

function textOf(body: string): string {
  const parts = partsOf(body);
  return parts ? joined([parts.before.trim(), parts.written, parts.after]) : body.trim();
}

/** What stands before, in and after the section; null where there is none. The last mark is ours. */
function partsOf(body: string): { before: string; written: string; after: string } | null {
  const start = body.lastIndexOf(MARK);
  const section = start < 0 ? null : SECTION.exec(body.slice(start));
  if (!section) return null;
  const lines = (section[1] ?? '').split(/\r?\n/).filter((line) => line.trim() !== '' && !LINKS.test(line.trim()));
  const after = body.slice(start + section[0].length).trim();
  return { before: body.slice(0, start), written: lines.join('\n').trim(), after };
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The same file with the id of its memory in its front matter; nothing else is touched. */
export function withId(content: string, id: string): string {
  const fence = FENCED.exec(content);
  const line = `${ID_FIELD}: ${id}`;
  if (!fence) return `---\n${line}\n---\n${content.replace(/^\uFEFF/, '')}`;
  const end = fence[0].includes('\r\n') ? '\r\n' : '\n';
  const lines = fence[1]?.split(/\r?\n/) ?? [];
  const others = lines.filter((one) => !one.startsWith(`${ID_FIELD}:`));
  return `---${end}${[line, ...others].join(end)}${end}---${end}${content.slice(fence[0].length)}`;
}

/** The same file as a copy that is no memory's. */
export function asConflictCopy(content: string, id: string, note: string): string {
  const named = withId(content, id);
  return named.replace(
    `${ID_FIELD}: ${id}`,
    [
      ...toYamlLines([
        [CONFLICT_FIELD, id],
        ['conflict', note],
      ]),
    ].join('\n'),
  );
}
