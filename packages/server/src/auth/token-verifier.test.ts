import { timingSafeEqual } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { TokenFile } from './token-file.ts';
import { findByHash, hashToken, type TokenRecord } from './token-record.ts';
import { openTokenVerifier } from './token-verifier.ts';

const HOUR = 3_600_000;
const clock = () => {
  const time = { ms: Date.parse('2026-11-15T12:00:00.000Z'), now: () => time.ms };
  return time;
};

async function setUp() {
  const path = join(await temporaryFolder(onTestFinished), 'tokens.json');
  const time = clock();
  return { path, time, tokens: new TokenFile(path, { now: time.now }), logger: new MemoryLogger() };
}

describe('the token verifier', () => {
  test.each([
    [['read'], ['read']],
    [['write'], ['read', 'write']],
    [['admin'], ['read', 'write', 'admin']],
    [
      ['read', 'admin'],
      ['read', 'write', 'admin'],
    ],
  ] as const)('%j may do %j', async (scopes, included) => {
    const { path, time, tokens } = await setUp();
    const { token } = await tokens.create({ name: 'laptop', scopes });
    const verifier = await openTokenVerifier(path, { now: time.now });
    expect(await verifier.verify(token)).toEqual({ caller: { subject: 'token:laptop', scopes: new Set(included) } });
    await verifier.close();
  });

  test('refuses what is not the very token', async () => {
    const { path, time, tokens } = await setUp();
    const { token, info } = await tokens.create({ name: 'a', scopes: ['read'] });
    const verifier = await openTokenVerifier(path, { now: time.now });
    const stored = hashToken(token).toString('hex');
    const wrong = ['', 'zpm_', token.slice(0, -1), `${token}A`, token.toUpperCase(), token.slice(4), info.id, 'a'];
    for (const guess of [...wrong, stored, `zpm_${stored}`, ` ${token}`, `${token}\0`]) {
      expect(await verifier.verify(guess)).toEqual({ refused: 'unknown' });
    }
    expect(verifier.recognises(token)).toBe(true);
    expect(verifier.recognises('eyJhbGciOiJub25lIn0.e30.')).toBe(false);
  });

  test('a token is good until it expires, and not a moment longer', async () => {
    const { path, time, tokens } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'], expires: new Date(time.ms + 5000) });
    const verifier = await openTokenVerifier(path, { now: time.now });
    time.ms += 4999;
    expect(await verifier.verify(token)).toMatchObject({ caller: { subject: 'token:a' } });
    expect(verifier.hasUsable).toBe(true);
    time.ms += 1;
    expect(await verifier.verify(token)).toEqual({ refused: 'expired' });
    expect(verifier.hasUsable).toBe(false);
    await verifier.close();
  });

  test('what another process made or took back counts within a second', async () => {
    const { path, time, tokens, logger } = await setUp();
    const verifier = await openTokenVerifier(path, { now: time.now, logger });
    expect(verifier.hasUsable).toBe(false);
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    time.ms += 1000;
    expect(await verifier.verify(token)).toHaveProperty('caller');
    await verifier.close();
    await tokens.revoke('a');
    time.ms += 1000;
    expect(await verifier.verify(token)).toEqual({ refused: 'unknown' });
    expect(verifier.hasUsable).toBe(false);
    await rm(path);
    time.ms += 1000;
    expect(await verifier.verify(token)).toEqual({ refused: 'unknown' });
    expect(logger.of('token_file_unusable')).toEqual([]);
  });

  test('looks at the file once for many requests, and again only when the time is over', async () => {
    const { path, time, tokens, logger } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    const verifier = await openTokenVerifier(path, { now: time.now, logger });
    await tokens.revoke('a');
    time.ms += 999;
    expect(await verifier.verify(token)).toHaveProperty('caller');
    time.ms += 1;
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)));
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict)))).toEqual(new Set(['{"refused":"unknown"}']));
    expect(logger.of('tokens_reloaded')).toHaveLength(1);
    time.ms += 1000;
    await verifier.verify(token);
    await verifier.close();
    expect(logger.of('tokens_reloaded')).toHaveLength(1);
  });

  test('a file that became garbage lets nobody in, says so once, and works again when it is repaired', async () => {
    const { path, time, tokens, logger } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    const good = await readFile(path, 'utf8');
    const verifier = await openTokenVerifier(path, { now: time.now, logger });
    for (const garbage of ['{"version":1,"tok', '', '[]']) {
      await writeFile(path, garbage);
      time.ms += 1000;
      expect(await verifier.verify(token)).toEqual({ refused: 'unavailable' });
    }
    expect(logger.of('token_file_unusable')).toMatchObject([{ level: 'error' }]);
    await writeFile(path, good);
    time.ms += 1000;
    expect(await verifier.verify(token)).toHaveProperty('caller');
    await verifier.close();
  });

  test('cannot be opened on garbage', async () => {
    const { path } = await setUp();
    await writeFile(path, 'garbage', { mode: 0o600 });
    await expect(openTokenVerifier(path)).rejects.toThrow(/The token file .* cannot be used: it is not JSON/);
  });

  test('notes the use of a token once an hour, not at every request', async () => {
    const { path, time, tokens } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    const verifier = await openTokenVerifier(path, { now: time.now });
    const first = new Date(time.ms).toISOString();
    await verifier.verify(token);
    await verifier.close();
    expect(await tokens.list()).toMatchObject([{ name: 'a', last_used: first }]);
    const { mtimeNs } = await stat(path, { bigint: true });
    for (let n = 0; n < 100; n += 1) {
      time.ms += 30_000;
      await verifier.verify(token);
    }
    await verifier.close();
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(mtimeNs);
    time.ms += HOUR;
    await verifier.verify(token);
    await verifier.close();
    expect(await tokens.list()).toMatchObject([{ last_used: new Date(time.ms).toISOString() }]);
  });

  test('noting a use does not bring a revoked token back', async () => {
    const { path, time, tokens } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    const verifier = await openTokenVerifier(path, { now: time.now });
    await tokens.revoke('a');
    expect(await verifier.verify(token)).toHaveProperty('caller');
    await verifier.close();
    expect(await tokens.list()).toEqual([]);
  });

  test('a use that cannot be noted keeps nobody out', async () => {
    const { path, time, tokens, logger } = await setUp();
    const { token } = await tokens.create({ name: 'a', scopes: ['read'] });
    const verifier = await openTokenVerifier(path, { now: time.now, logger });
    await writeFile(path, 'garbage');
    for (let n = 0; n < 3; n += 1) expect(await verifier.verify(token)).toHaveProperty('caller');
    await verifier.close();
    expect(logger.of('token_use_not_noted')).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe('garbage');
  });
});

describe('the comparison of hashes', () => {
  const records = Array.from({ length: 5 }, (_, n): TokenRecord => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name: `t${n}`,
    scopes: ['read'],
    hash: hashToken(`zpm_${n}`).toString('hex'),
    created: '2026-11-15T12:00:00.000Z',
  }));

  test.each([0, 2, 4, 'none'])('looks at every record, whether the one that fits is %s', (n) => {
    const compared: [number, number][] = [];
    const found = findByHash(records, hashToken(`zpm_${n}`), (stored, presented) => {
      compared.push([stored.length, presented.length]);
      return timingSafeEqual(stored, presented);
    });
    expect(found?.name).toBe(n === 'none' ? undefined : `t${n}`);
    expect(compared).toEqual(records.map(() => [32, 32]));
  });

  test('is done by the constant-time function of the runtime and by nothing else', async () => {
    const source = await readFile(new URL('./token-record.ts', import.meta.url), 'utf8');
    const body = source.slice(
      source.indexOf('export function findByHash'),
      source.indexOf('export function isExpired'),
    );
    expect(body).toContain('= timingSafeEqual');
    expect(body).not.toMatch(/===|!==|\.equals\(|\.compare\(|\bbreak\b|return record/);
    expect(() => findByHash(records, Buffer.alloc(31))).toThrow(RangeError);
  });
});
