/** Real processes on one store: together they ask no faster than one may. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { says, WebServer } from '../web-server/index.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PROCESSES = 4;
const EACH = 3;
/** What Crossref allows those who do not say who they are: one at a time, five in a second. */
const INTERVAL_MS = 200;
/** A timer may fire within the millisecond before its time. */
const GRAIN_MS = 2;

let server: WebServer;
let dataDir: string;
const arrivals: number[] = [];
let [underWay, most] = [0, 0];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zapomni-paces-'));
  server = await WebServer.start();
  const nothing = says('Resource not found.', { 'content-type': 'text/plain' }, 404);
  server.otherwise((response, request, nth) => {
    arrivals.push(performance.now());
    most = Math.max(most, ++underWay);
    response.on('close', () => void underWay--);
    nothing(response, request, nth);
  });
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function ask(): Promise<number | null> {
  const script = fileURLToPath(new URL('asking-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [script, dataDir, `http://127.0.0.1:${server.port}`, 'crossref', String(EACH)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return new Promise((resolve) => {
    child.on('exit', resolve);
  });
}

it('four processes never exceed the pace of a host', { timeout: 180_000 }, async () => {
  const codes = await Promise.all(Array.from({ length: PROCESSES }, ask));
  expect(codes).toEqual(codes.map(() => 0));
  expect(arrivals).toHaveLength(PROCESSES * EACH);
  const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS - GRAIN_MS);
  expect(most).toBe(1);
});
