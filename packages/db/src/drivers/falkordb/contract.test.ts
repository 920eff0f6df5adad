import { describe, vi } from 'vitest';
import { GRAPH_PARTS, KEPT_CHANGES, storageContract } from '@zapomni/testkit/contracts';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openFixture } from './testing/fixture.ts';

const server = await falkordbForTests();
const url = server?.url ?? '';

// A text of ten million characters holds two hundred thousand words that the engine has never met.
vi.setConfig({ testTimeout: 240_000 });

// What memories say, and when, is in graph-contract.test.ts: two files run beside each other.
describe.skipIf(!server)('FalkorDB', () => {
  storageContract('falkordb', () => Promise.resolve(openFixture(url, { keptChanges: KEPT_CHANGES })), {
    except: GRAPH_PARTS,
  });
  storageContract('falkordb, vectors by its index', () => Promise.resolve(openFixture(url, { indexFrom: 1 })), {
    parts: ['vectors', 'removal', 'history', 'filters'],
  });
});
