/** What every way out to the network must do, whatever waits there. */
import { describe } from 'vitest';
import { addressClauses } from './addresses.ts';
import { cacheClauses } from './cache.ts';
import { WebBench, type OpenWeb } from './fixtures.ts';
import { limitClauses } from './limits.ts';
import { mannerClauses } from './manners.ts';
import { redirectClauses, tlsClauses } from './redirects.ts';
import { textClauses } from './text.ts';

export function webContract(name: string, open: OpenWeb): void {
  describe(`web contract: ${name}`, () => {
    const bench = new WebBench(open);
    bench.prepare();
    addressClauses(bench);
    redirectClauses(bench);
    limitClauses(bench);
    mannerClauses(bench);
    textClauses(bench);
    cacheClauses(bench);
  });
  describe(`web contract: ${name}, with TLS`, () => {
    const bench = new WebBench(open);
    bench.prepare({ tls: true });
    tlsClauses(bench);
  });
}
