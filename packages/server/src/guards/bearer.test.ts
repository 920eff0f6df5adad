import { describe, expect, test } from 'vitest';
import type { BearerVerifier, Verdict } from '../auth/bearer-verifier.ts';
import { createBearerGuard } from './bearer.ts';

const caller = { subject: 'token:a', scopes: new Set(['read']) };
const verdicts: Record<string, Verdict> = {
  good: { caller },
  'a.b-c_d~e+f/g==': { caller },
  old: { refused: 'expired' },
  odd: { refused: 'unavailable' },
};

function verifier(seen: string[] = []): BearerVerifier {
  return {
    recognises: (token) => !token.startsWith('foreign'),
    async verify(token) {
      seen.push(token);
      return verdicts[token] ?? { refused: 'unknown' };
    },
  };
}

const guard = createBearerGuard({ verifiers: [verifier()] });
const ask = (authorization: unknown) => guard({ authorization: authorization as string });

describe('the bearer check', () => {
  test.each(['Bearer good', 'bearer good', 'BEARER good', 'Bearer   good', 'Bearer a.b-c_d~e+f/g=='])(
    'reads %j',
    async (header) => {
      expect(await ask(header)).toBe(caller);
    },
  );

  test('without a token: 401, what to send, and no error code, because nothing was wrong yet', async () => {
    expect(await ask(undefined)).toEqual({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="mcp"' },
      error: {
        code: -32010,
        message: 'UNAUTHORIZED: send a token in the header "Authorization: Bearer <token>".',
      },
    });
  });

  test.each([
    '',
    ' ',
    'good',
    'Bearer',
    'Bearer ',
    'Bearergood',
    'Bearer\tgood',
    ' Bearer good',
    'Bearer good ',
    'Bearer good good',
    'Bearer good, Bearer good',
    'Bearer "good"',
    'Bearer =good',
    'Bearer gööd',
    'Bearer good\n',
    'Bearer good\0',
    'Basic Z29vZDpnb29k',
    'Digest good',
    'Token good',
    `Bearer ${'a'.repeat(100_000)}`,
    ['Bearer good'],
  ])('a header like %j never reaches a verifier', async (header) => {
    const seen: string[] = [];
    const answer = await createBearerGuard({ verifiers: [verifier(seen)] })({ authorization: header as string });
    expect(answer).toMatchObject({ status: 401, error: { code: -32010 } });
    expect(seen).toEqual([]);
  });

  test.each([
    ['Bearer wrong', 'invalid_token', /^UNAUTHORIZED: the token is not valid here/],
    ['Bearer foreign', 'invalid_token', /^UNAUTHORIZED: the token is not valid here/],
    ['Bearer old', 'invalid_token', /^UNAUTHORIZED: the token has expired; get a new one/],
  ])('%s: 401 with the reason', async (header, error, message) => {
    const answer = await ask(header);
    expect(answer).toMatchObject({ status: 401, error: { message: expect.stringMatching(message) } });
    expect(answer).toMatchObject({
      headers: { 'www-authenticate': expect.stringContaining(`error="${error}", error_description="`) },
    });
  });

  test('a check that cannot be made is not the fault of the client: 503 and when to try again', async () => {
    expect(await ask('Bearer odd')).toEqual({
      status: 503,
      headers: { 'retry-after': '5' },
      error: {
        code: -32012,
        message: 'UNAVAILABLE: tokens cannot be checked at the moment; the log of the server says why.',
      },
    });
  });

  test('points to the metadata and the scopes where there is OAuth', async () => {
    const metadataUrl = 'https://m.example/.well-known/oauth-protected-resource/mcp';
    const oauth = createBearerGuard({ verifiers: [verifier()], metadataUrl, scopes: ['read', 'write'] });
    expect(await oauth({})).toMatchObject({
      headers: { 'www-authenticate': `Bearer realm="mcp", scope="read write", resource_metadata="${metadataUrl}"` },
    });
  });

  test('the challenge is one header line that can be parsed, whatever the reason', async () => {
    for (const header of [undefined, 'Basic x', 'Bearer wrong', 'Bearer old']) {
      const answer = await ask(header);
      const value = 'status' in answer ? answer.headers?.['www-authenticate'] : '';
      expect(value).toMatch(/^Bearer (?:[a-z_]+="[\x20\x21\x23-\x5b\x5d-\x7e]*"(?:, |$))+$/);
    }
  });
});
