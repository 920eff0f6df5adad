/** The small programs in programs/: `=== name`, then `--- file` and its text, for each. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SmallProgram {
  readonly id: string;
  readonly category: string;
  /** Source by path; the first is what is run. */
  readonly files: Readonly<Record<string, string>>;
}

export function readPrograms(folder: string): SmallProgram[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => split(readFileSync(path.join(folder, name), 'utf8'), '=== ').map(toProgram));
}

function toProgram([id, text]: readonly [string, string]): SmallProgram {
  return { id, category: id.split('/', 1)[0] as string, files: Object.fromEntries(split(text, '--- ')) };
}

/** What follows each line that begins with the mark, by the rest of that line. */
function split(text: string, mark: string): [string, string][] {
  const parts: [string, string[]][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith(mark)) parts.push([line.slice(mark.length).trim(), []]);
    else parts.at(-1)?.[1].push(line);
  }
  return parts.map(([name, lines]) => [name, lines.join('\n')]);
}
