/** How a function is reached through its class: by decorators, flags, or the word that it is written with. */
import type { CodeSymbol } from '../../../../ports/index.ts';

/** What a function is among the members of a class. */
export type Role = 'plain' | 'static' | 'class' | 'getter' | 'setter';

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['staticmethod', 'static'],
  ['classmethod', 'class'],
  ['property', 'getter'],
  ['cached_property', 'getter'],
  ['setter', 'setter'],
  ['deleter', 'setter'],
]);

export function roleIn({ flags, decorators, kind, signature }: CodeSymbol): Role {
  for (const decorator of decorators) {
    const name = decorator[0] === 'n' ? decorator[1] : decorator[0] === 'a' ? decorator[2] : '';
    const role = ROLES.get(name);
    if (role) return role;
  }
  // A member of an object that is written out has no flags, but it says what it is.
  const word = kind === 'lambda' ? /^[gs]et(?=\s)/.exec(signature)?.[0] : undefined;
  if (flags.includes('getter') || word === 'get') return 'getter';
  if (flags.includes('setter') || word === 'set') return 'setter';
  return flags.includes('static') ? 'static' : 'plain';
}
