/** What the services stand on, for tests of single services: a real SQLite store in a folder of its own, a fake embedder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import type { Embedder } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createTaskRunner } from '@zapomni/providers';
import {
  createFakeClock,
  createFakeEmbedder,
  createRecordingLogger,
  createSequentialIds,
  type FakeClock,
} from './fakes/index.ts';

export interface TestDepsOptions {
  readonly embedder?: Embedder;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface TestDeps {
  readonly deps: Deps;
  readonly clock: FakeClock;
  readonly dataDir: string;
  close(): Promise<void>;
}

export function openTestDeps({ embedder = createFakeEmbedder(), settings = {} }: TestDepsOptions = {}): TestDeps {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-test-'));
  const [logger, clock, ids] = [createRecordingLogger(), createFakeClock(), createSequentialIds()];
  const config = parseConfig({ data_dir: dataDir, ...settings });
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: config.busy_timeout_ms, logger });
  const tasks = createTaskRunner({ clock, ids, logger });
  return {
    deps: { storage, embedder, clock, ids, logger, tasks, config },
    clock,
    dataDir,
    async close() {
      await tasks.close();
      await storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
