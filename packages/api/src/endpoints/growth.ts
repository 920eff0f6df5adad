/** How much there was on each of the last days. */
import type { App } from '@zapomni/core';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { workspaceOf } from '../workspace.ts';

const DAY_MS = 86_400_000;
const MOST_BUCKETS = 60;
/** Days that are over hardly change: for so long only the present is counted again. */
const KEPT_MS = 60_000;
const MOST_KEPT = 20;

interface Point {
  readonly at: number;
  readonly total: number;
}

interface Kept {
  readonly since: number;
  readonly points: Promise<Point[]>;
}

const kept = new WeakMap<App, Map<string, Kept>>();

const getGrowth = defineEndpoint({
  method: 'GET',
  path: '/api/growth',
  scope: 'read',
  summary: 'How many memories there were at each of the last days, by when they happened or were stored',
  input: z.strictObject({
    workspace_id: z.string().optional(),
    days: z.number().int().min(1).max(3660).default(30),
  }),
  output: z.object({ points: z.array(z.object({ at: z.string(), total: z.number().int() })) }),
  async run({ workspace_id: named, days }, { app }) {
    const workspace = await workspaceOf(app, named);
    const { total } = await app.memories.list({ workspace, limit: 1 });
    const points = await pastOf(app, workspace, days, total);
    const shown = points.map((point, i) => (i === points.length - 1 ? { ...point, total } : point));
    return { points: shown.map(({ at, total: then }) => ({ at: new Date(at).toISOString(), total: then })) };
  },
});

function pastOf(app: App, workspace: string, days: number, total: number): Promise<Point[]> {
  const now = app.clock.now();
  const ofApp = kept.get(app) ?? new Map<string, Kept>();
  kept.set(app, ofApp);
  const key = JSON.stringify([workspace, days]);
  const known = ofApp.get(key);
  if (known && now - known.since < KEPT_MS) return known.points;
  const points = count(app, workspace, days, total);
  // What could not be counted is counted the next time.
  points.catch(() => ofApp.delete(key));
  ofApp.delete(key);
  ofApp.set(key, { since: now, points });
  const [oldest] = ofApp.keys();
  if (ofApp.size > MOST_KEPT && oldest !== undefined) ofApp.delete(oldest);
  return points;
}

/** From now back, day by day: what a day brought is counted, never all that was there before it. */
async function count(app: App, workspace: string, days: number, total: number): Promise<Point[]> {
  const now = app.clock.now();
  const buckets = Math.min(days, MOST_BUCKETS);
  const points: Point[] = [{ at: now, total }];
  let [left, until] = [total, undefined as number | undefined];
  for (let i = 1; i <= buckets; i++) {
    const at = now - i * ((days * DAY_MS) / buckets);
    // One after the other: whoever searches meanwhile waits for one of them at most, and not for sixty.
    const since = { from: at + 1, ...(until === undefined ? {} : { before: until }) };
    left -= left === 0 ? 0 : (await app.memories.list({ workspace, limit: 1, filter: since })).total;
    points.unshift({ at, total: Math.max(0, left) });
    until = at + 1;
  }
  return points;
}

export const growthEndpoints = { getGrowth };
