import type { GitChange } from '@zapomni/core/ports';
import { tokens } from '../run/tokens.ts';
import { toKind, toName, toObject } from './names.ts';

const STATES: Readonly<Record<string, GitChange['state']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

/** The same whatever the configuration says of diffs. Where contents may be missing, a rename is one of the same bytes. */
export function plainDiff(isPartial: boolean): string[] {
  const renames = isPartial ? '--find-renames=100%' : '--find-renames';
  return [renames, '--no-abbrev', '--no-ext-diff', '--no-textconv', '--no-color'];
}

/** `:mode mode id id X`, then a name, or two of what was renamed or copied. */
export class ChangeReader {
  #facts: string[] | undefined;
  #before: Buffer | undefined;

  /** Whether more of the change has to come. */
  get isMidway(): boolean {
    return this.#facts !== undefined;
  }

  read(token: Buffer): GitChange | undefined {
    if (!this.#facts) {
      this.#facts = token.toString('latin1', 1).split(' ');
      return undefined;
    }
    const state = STATES[this.#facts[4]?.[0] ?? ''] ?? 'modified';
    const hasBefore = state === 'renamed' || state === 'copied';
    if (hasBefore && !this.#before) {
      this.#before = token;
      return undefined;
    }
    const change = toChange(this.#facts, state, token, this.#before);
    this.#facts = this.#before = undefined;
    return change;
  }
}

function toChange(facts: string[], state: GitChange['state'], name: Buffer, before: Buffer | undefined): GitChange {
  const [oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = facts;
  return {
    ...toName(name),
    kind: toKind(state === 'deleted' ? oldMode : newMode),
    state,
    before: before ? toName(before) : null,
    oldBlob: toObject(oldId),
    newBlob: toObject(newId),
    similarity: before ? Number(letter.slice(1)) : null,
  };
}

export async function* readChanges(output: AsyncIterable<Buffer>): AsyncGenerator<GitChange> {
  const reader = new ChangeReader();
  for await (const token of tokens(output)) {
    const change = reader.read(token);
    if (change) yield change;
  }
}
