/** JSON and JSON Lines, written out as an outline that a person can read and a search can find words in. */
import type { JsonValue } from '@zapomni/core/model';
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { parseJson, writeOutline } from './json/outline.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { text } = decodeText(bytes);
  return context.format === 'jsonl' ? readLines(text, context) : readWhole(text, context);
}

function readWhole(text: string, context: ReadContext): ReadDocument {
  const builder = new TextBuilder(context);
  const value = parseJson(text);
  if (value === undefined) {
    // Settings with comments, logs with a line too many: its words are still worth finding.
    return builder.atLine(1).add(text).warn('It is not valid JSON and was read as plain text.').document();
  }
  writeOutline(builder, value, { sections: true });
  return builder.document({ title: titleOf(value) });
}

/** A record a line; what is no JSON is left out and told. */
function readLines(text: string, context: ReadContext): ReadDocument {
  const builder = new TextBuilder(context);
  let broken = 0;
  text.split('\n').forEach((line, n) => {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined) broken += 1;
    else
      // A record may be many lines of the outline, and stands on one line of the file.
      builder.block('message', () => writeOutline(builder, value, { line: n + 1 }));
  });
  if (builder.isEmpty && broken > 0) throw unreadable('No line of the file is valid JSON.');
  if (broken > 0) builder.warn(`${broken} ${broken === 1 ? 'line is' : 'lines are'} not valid JSON and were left out.`);
  return builder.document();
}

function titleOf(value: JsonValue): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const title = value['title'] ?? value['name'];
  return typeof title === 'string' ? title : null;
}
