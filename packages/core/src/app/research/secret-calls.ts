/** What the user typed in for sites. The command line alone is a face of this: no tool sets, reads or lists a secret. */
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { SecretFacts, SecretStore } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { SECRET_NAME } from '../../services/research/workflows/definition/steps.ts';

export interface NewSecret {
  readonly name: string;
  /** An address of the site; its origin counts. */
  readonly origin: string;
  readonly value: string;
  readonly kind: SecretFacts['kind'];
  readonly expiresAt: number | null;
}

export interface SecretCalls {
  list(): Promise<readonly SecretFacts[]>;
  /** The origin that it is bound to. */
  set(secret: NewSecret): Promise<string>;
  /** False where there was none. */
  remove(name: string): Promise<boolean>;
}

const LONGEST_VALUE = 1_000_000;

export function createSecretCalls(deps: Deps): SecretCalls {
  const store = (): SecretStore => {
    if (deps.secrets) return deps.secrets;
    throw new ZapomniError('INVALID_CONFIG', 'There is no place for secrets here.');
  };
  return {
    list: async () => store().list(),
    set: async ({ value, ...given }) => {
      const origin = originOf(given.origin);
      if (!SECRET_NAME.test(given.name))
        throw invalidField('name', 'must be a–z, digits, dots, - and _, at most 64, and begin with a letter or digit');
      if (value === '') throw invalidField('value', 'is empty; nothing was kept');
      if (value.length > LONGEST_VALUE) throw invalidField('value', `has more than ${LONGEST_VALUE} characters`);
      if (given.expiresAt !== null && given.expiresAt <= deps.clock.now())
        throw invalidField('expiry', 'is over already');
      await store().set({ ...given, origin }, value);
      return origin;
    },
    remove: async (name) => SECRET_NAME.test(name) && store().remove(name),
  };
}

/** `https://example.org` of any address there. */
function originOf(given: string): string {
  const text = given.trim();
  const isWeb = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isWeb) throw invalidField('origin', 'takes the address of the site: https://example.org');
  return new URL(text).origin;
}
