/** What speaks for and against a symbol that no edge comes to being dead. */
import type { KeptSymbol, SymbolRecord } from '../store/index.ts';

/** `likely`: nobody outside of its file could use it. `possible`: somebody could. */
export type Belief = 'likely' | 'possible';

/** Why something that nothing calls is not believed to be dead. */
export type Spared = 'exported' | 'decorated' | 'entry_point' | 'may_override' | 'named_elsewhere';

/** Called by the language, its tools or the system. */
const ENTRY = /^(?:__\w+__|main|Main|init|setup|teardown|setUp|tearDown|handler|default)$/;

export function reasonToSpare(symbol: KeptSymbol, parent: KeptSymbol | null, exported: boolean): Spared | null {
  const [own, around] = [symbol.value, parent?.value ?? null];
  if (ENTRY.test(own.name)) return 'entry_point';
  if (isDecorated(own) || (around !== null && isDecorated(around))) return 'decorated';
  if (mayOverride(own, around)) return 'may_override';
  return isOffered(own, around) && !isHidden(own) && !exported ? 'exported' : null;
}

/** Whoever decorates may keep it in a table. */
function isDecorated({ decorators }: SymbolRecord): boolean {
  return decorators.length > 0;
}

/** What is asked of the base may come here. */
function mayOverride({ kind, flags }: SymbolRecord, around: SymbolRecord | null): boolean {
  if (flags.includes('override') || flags.includes('abstract')) return true;
  if (kind !== 'method' || around === null) return false;
  return around.bases.length > 0;
}

function isOffered({ flags, kind }: SymbolRecord, around: SymbolRecord | null): boolean {
  return flags.includes('exported') || (kind === 'method' && (around?.flags.includes('exported') ?? false));
}

function isHidden({ visibility, name }: SymbolRecord): boolean {
  return visibility === 'private' || name.startsWith('_') || name.startsWith('#');
}

export function believe({ value }: KeptSymbol): { readonly belief: Belief; readonly why: readonly string[] } {
  const isPublic = value.flags.includes('exported') || value.visibility === 'public';
  const own = isHidden(value)
    ? 'it is private'
    : isPublic
      ? 'but it is offered to others, who may use it'
      : 'it is not exported';
  const why = [
    'no call, reference or inheritance in the repository leads to it',
    'its name stands nowhere else in the repository, not in strings either',
    own,
  ];
  return { belief: isHidden(value) || !isPublic ? 'likely' : 'possible', why };
}
