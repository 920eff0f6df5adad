/** When a server in the background goes: every reason to stay, one by one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeEmbedder, createRecordingLogger, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchIdle, type IdleWatch } from './watch-idle.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 2000;

let folder: string;
let embedder: FakeEmbedder;
let store: FilledStore;
let watch: IdleWatch;
/** What the server counts, how often it was looked at, and looks at its work that are not over. */
let counts: { requests: number; clients: number; looks: number; underWay: number };
const logger = createRecordingLogger();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'zapomni-idle-'));
  embedder = createFakeEmbedder();
  store = openFilledStore({ embedder, settings: { embed_wait_ms: '0' } });
  counts = { requests: 0, clients: 0, looks: 0, underWay: 0 };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  watch.stop();
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(idle_minutes: number): void {
  const getStats = () => ({ total_requests: ((counts.looks += 1), counts.requests) });
  const local = {
    get clients() {
      return counts.clients;
    },
  };
  const list: FilledStore['app']['work']['list'] = (request) => {
    counts.underWay += 1;
    return store.app.work.list(request).finally(() => (counts.underWay -= 1));
  };
  const config = { idle_minutes, data_dir: folder };
  watch = watchIdle({ server: { getStats }, app: { clock: store.clock, work: { list } }, local, config, logger });
}

/** So many minutes later, when it has looked. */
async function after(minutes: number): Promise<void> {
  store.clock.advance(minutes * MINUTE_MS);
  const before = counts.looks;
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => [counts.looks, counts.underWay]).toEqual([before + 1, 0]);
}

const hasLeft = (): boolean => watch.signal.aborted;

describe('a server in the background', () => {
  it('goes when nobody has come for as long as the setting says', async () => {
    open(30);
    await after(0);
    await after(29);
    expect(hasLeft()).toBe(false);
    await after(1);
    expect(hasLeft()).toBe(true);
    expect(logger.of('background_ended').at(-1)?.fields).toEqual({ reason: 'idle' });
  });

  it('stays while somebody is connected, and as long again afterwards', async () => {
    open(30);
    counts.clients = 1;
    await after(0);
    await after(500);
    expect(hasLeft()).toBe(false);
    counts.clients = 0;
    await after(29);
    expect(hasLeft()).toBe(false);
    await after(1);
    expect(hasLeft()).toBe(true);
  });

  it('stays where somebody has asked since, and gone again', async () => {
    open(30);
    await after(0);
    counts.requests += 1;
    await after(40);
    await after(29);
    expect(hasLeft()).toBe(false);
    await after(1);
    expect(hasLeft()).toBe(true);
  });

  it('stays while it has work under way', async () => {
    embedder.loaded = false;
    await store.remember(Array.from({ length: 70 }, (_, i) => `note ${i} about the harbour`));
    const running = async () => (await store.app.work.list({ states: ['running'] })).items.length;
    await expect.poll(running).toBe(1);
    open(30);
    await after(0);
    await after(31);
    expect(hasLeft()).toBe(false);
    embedder.loaded = true;
    await expect.poll(running).toBe(0);
    await after(31);
    expect(hasLeft()).toBe(true);
  });

  it('stays for ever where the setting says so, but not without its folder', async () => {
    open(0);
    await after(0);
    await after(1_000_000);
    await after(1_000_000);
    expect(hasLeft()).toBe(false);
    rmSync(folder, { recursive: true, force: true });
    vi.advanceTimersByTime(LOOK_MS);
    await expect.poll(hasLeft).toBe(true);
    expect(logger.of('background_ended').at(-1)?.fields).toEqual({ reason: 'folder_gone' });
  });
});
