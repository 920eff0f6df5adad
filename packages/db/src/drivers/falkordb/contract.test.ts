import { describe, vi } from 'vitest';
import { storageContract } from '@zapomni/testkit/contracts';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openFixture } from './trials/fixture.ts';

const server = await falkordbForTests();
const url = server?.url ?? '';

// A text of ten million characters holds two hundred thousand words that the engine has never met.
vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(!server)('FalkorDB', () => {
  storageContract('falkordb', () => Promise.resolve(openFixture(url)));
  storageContract('falkordb, vectors by its index', () => Promise.resolve(openFixture(url, { indexFrom: 1 })), {
    parts: ['vectors', 'removal', 'history', 'filters'],
  });
});
