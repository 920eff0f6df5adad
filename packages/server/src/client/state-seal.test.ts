import { expect, test } from 'vitest';
import { McpBaseServer } from '../mcp-base-server.ts';
import { StateSeal } from './state-seal.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';

const HOUR = 3_600_000;

test('what was sealed is opened for an hour, for what it is about', () => {
  let now = 1000;
  const seal = new StateSeal(undefined, () => now);
  const sealed = seal.seal({ a: [1, 'ü'] }, 'this');
  now += HOUR - 1;
  expect(seal.open(sealed, 'this')).toEqual({ a: [1, 'ü'] });
  expect(() => seal.open(sealed, 'that')).toThrow(/requestState/);
  now += 1;
  expect(() => seal.open(sealed, 'this')).toThrow(/no longer/);
});

test('the same is never sealed alike', () => {
  const seal = new StateSeal('x'.repeat(32));
  expect(seal.seal(1, 'this')).not.toBe(seal.seal(1, 'this'));
});

test('every byte counts', () => {
  const seal = new StateSeal(undefined);
  const sealed = Buffer.from(seal.seal('content', 'this'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed.toString('base64url'), 'this')).toThrow(/requestState/);
  }
});

test('a short secret is refused', () => {
  const options = { name: 'a', version: '1', logger: new MemoryLogger(), stateSecret: 'x'.repeat(31) };
  expect(() => new McpBaseServer(options)).toThrow('Option stateSecret must have at least 32 characters.');
});
