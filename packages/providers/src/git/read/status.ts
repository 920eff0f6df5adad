import type { GitStatus } from '@zapomni/core/ports';
import { tokens } from '../run/tokens.ts';
import { toName } from './names.ts';

/** Submodules are not entered: their configuration names programs too. That one has another commit is told all the same. */
export const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
  '--find-renames',
];

/** Fields before the name, by the kind of line. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

/** `1 XY …`, `2 XY …` with the old name as a token of its own, `u XY …` in conflict, `?` not tracked; `#` is for people. */
export async function* readStatus(output: AsyncIterable<Buffer>): AsyncGenerator<GitStatus> {
  const lines = tokens(output);
  for await (const line of lines) {
    const kind = String.fromCharCode(line[0] ?? 0);
    const fields = FIELDS[kind];
    if (fields === undefined) continue;
    const name = toName(afterFields(line, fields));
    if (kind === '?') yield { ...name, state: 'untracked', before: null };
    else if (kind === 'u') yield { ...name, state: 'conflicted', before: null };
    else if (kind === '1') yield { ...name, state: toState(line.toString('latin1', 2, 4)), before: null };
    else {
      const { value } = await lines.next();
      yield { ...name, state: 'renamed', before: value ? toName(value) : null };
    }
  }
}

function afterFields(line: Buffer, fields: number): Buffer {
  let at = 0;
  for (let field = 0; field < fields; field++) at = line.indexOf(0x20, at) + 1;
  return line.subarray(at);
}

/** `X` is the index against HEAD, `Y` the work tree against the index. */
function toState(xy: string): GitStatus['state'] {
  if (xy[1] === 'D' || xy === 'D.') return 'deleted';
  if (xy[0] === 'A' || xy[1] === 'A') return 'added';
  return xy.includes('T') ? 'type_changed' : 'modified';
}
