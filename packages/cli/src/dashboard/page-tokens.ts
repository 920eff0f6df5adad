/** The tokens of the data folder, for the page: as `zapomni token` makes them, with its faults in the words of the one table. */
import type { Tokens } from '@zapomni/api';
import { ZapomniError } from '@zapomni/core/errors';
import { ServerError } from '@zapomni/server';
import { TokenFile, type BearerVerifier } from '@zapomni/server/guards';
import { tokenFile } from '../serve/token-file.ts';

export function pageTokens(dataDir: string): Tokens {
  const file = new TokenFile(tokenFile(dataDir));
  return {
    list: () => inWords(() => file.list()),
    create: ({ name, scope, expires }) => inWords(() => file.create({ name, scopes: [scope], expires })),
    revoke: async (nameOrId) => (await inWords(() => file.revoke(nameOrId))) !== undefined,
  };
}

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const code = error.code === 'DUPLICATE_NAME' ? 'CONFLICT' : 'INVALID_INPUT';
    throw new ZapomniError(code, error.message, { issues: [{ field: 'name', error: error.message }] });
  }
}

/** Whoever brings something that one of them knows is who that one says. */
export function firstOf(...verifiers: readonly BearerVerifier[]): BearerVerifier {
  const knowing = (token: string) => verifiers.find((verifier) => verifier.recognises(token));
  return {
    recognises: (token) => knowing(token) !== undefined,
    verify: async (token) => (await knowing(token)?.verify(token)) ?? { refused: 'unknown' },
  };
}
