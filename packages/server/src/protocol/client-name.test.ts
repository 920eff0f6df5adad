import { expect, it } from 'vitest';
import { clientNameIn } from './client-name.ts';

const meta = (info: unknown) => ({ _meta: { 'io.modelcontextprotocol/clientInfo': info } });

it.each([
  ['initialize', { clientInfo: { name: 'one', version: '1' } }, 'one'],
  ['initialize', { clientInfo: { name: '' } }, undefined],
  ['initialize', undefined, undefined],
  ['tools/call', meta({ name: 'two', version: '1' }), 'two'],
  ['tools/call', meta({ name: 'x'.repeat(500) }), 'x'.repeat(100)],
  ['tools/call', meta({ name: 5 }), undefined],
  ['tools/call', meta('three'), undefined],
  ['tools/call', { clientInfo: { name: 'four' } }, undefined],
])('%s %o: %s', (method, params, name) => {
  expect(clientNameIn(method, params)).toBe(name);
});
