/** Real processes on one store: together they ask no faster, and no more at once, than one may. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { says, WebServer, type SeenRequest } from '../web-server/index.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PROCESSES = 4;
/** A timer may fire within the millisecond before its time. */
const GRAIN_MS = 2;
/** Between two at any service that is asked here. */
const INTERVAL_MS = 200;

let server: WebServer;
let dataDir: string;
let arrivals: number[];
let [underWay, most] = [0, 0];
/** Of Europe PMC; Crossref says it with a status. */
const nothing = says('{"hitCount":0,"resultList":{"result":[]}}', { 'content-type': 'application/json' });
const notFound = says('Resource not found.', { 'content-type': 'text/plain' }, 404);
/** What was come for is over before the other side hears so. */
const answer = (response: ServerResponse, request: SeenRequest): void => {
  underWay--;
  (request.path.includes('/search') ? nothing : notFound)(response, request, 1);
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zapomni-paces-'));
  server = await WebServer.start();
  [arrivals, underWay, most] = [[], 0, 0];
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function answerWith(reply: (response: ServerResponse, request: SeenRequest) => void): void {
  server.otherwise((response, request) => {
    arrivals.push(performance.now());
    most = Math.max(most, ++underWay);
    reply(response, request);
  });
}

async function askAll(source: string, each: number, atOnce = 1): Promise<void> {
  const script = fileURLToPath(new URL('asking-process.ts', import.meta.url));
  const words = [script, dataDir, `http://127.0.0.1:${server.port}`, source, String(each), String(atOnce)];
  const codes = await Promise.all(
    Array.from({ length: PROCESSES }, () => {
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
      return new Promise<number | null>((resolve) => {
        child.on('exit', resolve);
      });
    }),
  );
  expect(codes).toEqual(codes.map(() => 0));
  expect(arrivals).toHaveLength(PROCESSES * each);
}

it('four processes never exceed the pace of a host that takes one at a time', { timeout: 180_000 }, async () => {
  answerWith(answer);
  // What Crossref allows those who do not say who they are: one at a time, five in a second.
  await askAll('crossref', 3);
  const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS - GRAIN_MS);
  expect(most).toBe(1);
});

/** Of Europe PMC: five in a second, two of them under way. */
const AT_ONCE = 2;

it('four processes are never more at once than a host takes, though each would be', { timeout: 180_000 }, async () => {
  const held: (() => void)[] = [];
  answerWith((response, request) => {
    held.push(() => answer(response, request));
    // All whom it takes are there. Whoever else would come has the time to.
    if (held.length === AT_ONCE) void pause(3 * INTERVAL_MS).then(() => held.splice(0).forEach((letGo) => letGo()));
  });
  await askAll('europepmc', 3, 3);
  expect(most).toBe(AT_ONCE);
});

it('four processes come no more often than one may where several come at once', { timeout: 180_000 }, async () => {
  answerWith(answer);
  const each = 5;
  await askAll('europepmc', each, 3);
  // Of two that are under way the later may come a little sooner than the other came late; over all of them that is nothing.
  const took = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  expect(took).toBeGreaterThan(0.5 * INTERVAL_MS * (PROCESSES * each - 1));
  expect(most).toBeLessThanOrEqual(AT_ONCE);
});
