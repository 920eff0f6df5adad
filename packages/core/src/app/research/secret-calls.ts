/** What the user typed in for sites. The command line alone is a face of this: no tool sets, reads or lists a secret. */
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { SecretFacts, SecretStore } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { SECRET_NAME } from '../../services/research/workflows/definition/steps.ts';
import { browsingOff } from '../../services/research/workflows/run/execute.ts';
import { signIn, type SignIn } from '../../services/research/workflows/session/sign-in.ts';

export interface NewSecret {
  readonly name: string;
  /** An address of the site; its origin counts. */
  readonly origin: string;
  readonly value: string;
  readonly kind: SecretFacts['kind'];
  readonly expiresAt: number | null;
}

export interface NewSession extends SignIn {
  readonly name: string;
  readonly expiresAt: number;
}

export interface SecretCalls {
  list(): Promise<readonly SecretFacts[]>;
  /** The origin that it is bound to. */
  set(secret: NewSecret): Promise<string>;
  /** Has the user sign in, in a window, and keeps the session. The origin that it is bound to. */
  signIn(session: NewSession): Promise<string>;
  /** False where there was none. */
  remove(name: string): Promise<boolean>;
}

const LONGEST_VALUE = 1_000_000;
/** Pages may keep five million characters in the browser, and some do. */
const LONGEST_SESSION = 16_000_000;

export function createSecretCalls(deps: Deps): SecretCalls {
  const store = (): SecretStore => {
    if (deps.secrets) return deps.secrets;
    throw new ZapomniError('INVALID_CONFIG', 'There is no place for secrets here.');
  };
  const check = ({ name, expiresAt }: Pick<NewSecret, 'name' | 'expiresAt'>): void => {
    if (!SECRET_NAME.test(name))
      throw invalidField('name', 'must be a–z, digits, dots, - and _, at most 64, and begin with a letter or digit');
    if (expiresAt !== null && expiresAt <= deps.clock.now()) throw invalidField('expiry', 'is over already');
  };
  return {
    list: async () => store().list(),
    set: async ({ value, ...given }) => {
      const { origin } = addressOf('origin', given.origin);
      check(given);
      if (value === '') throw invalidField('value', 'is empty; nothing was kept');
      if (value.length > LONGEST_VALUE) throw invalidField('value', `has more than ${LONGEST_VALUE} characters`);
      await store().set({ ...given, origin }, value);
      return origin;
    },
    signIn: async ({ name, expiresAt, ...wish }) => {
      const { href: url, origin } = addressOf('url', wish.url);
      check({ name, expiresAt });
      const place = store();
      if (!deps.browser) throw browsingOff(null);
      const session = await signIn(deps.browser, { ...wish, url });
      if (session.length > LONGEST_SESSION)
        throw new ZapomniError('TOO_LARGE', `The session has more than ${LONGEST_SESSION} characters.`);
      await place.set({ name, origin, kind: 'session', expiresAt }, session);
      return origin;
    },
    remove: async (name) => SECRET_NAME.test(name) && store().remove(name),
  };
}

function addressOf(field: string, given: string): URL {
  const text = given.trim();
  const isWeb = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isWeb) throw invalidField(field, 'takes the address of the site: https://example.org');
  return new URL(text);
}
