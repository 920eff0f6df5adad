/** The account of what clients do, for one process: what it adds, and what all of them added. */
import type { Deed, Deeds } from '@zapomni/api';
import type { App } from '@zapomni/core';
import type { ZapomniTool } from '@zapomni/mcp';
import type { MetricsObserver } from '@zapomni/server/metrics';
import { createDeedReader } from './deed-of.ts';
import { Journal } from './journal.ts';
import { readJournal } from './read-journal.ts';

const MOST_COUNTED = 5000;

export interface Activity {
  readonly deeds: Deeds;
  observer(app: App, tools: readonly ZapomniTool[]): MetricsObserver;
  /** Writes what is left. */
  close(): Promise<void>;
}

export function openActivity(dataDir: string): Activity {
  const journal = new Journal(dataDir);
  const note = (deed: Deed): void => journal.note(deed);
  /** With what this process has done until now. */
  const read = async (...asked: [limit: number, wanted?: Parameters<Deeds['latest']>[1]]): Promise<Deed[]> => {
    await journal.flush();
    return readJournal(dataDir, ...asked);
  };
  return {
    deeds: { note, latest: read, clients: async () => clientsOf(await read(MOST_COUNTED)) },
    observer(app, tools) {
      const deedOf = createDeedReader(app, tools);
      return {
        requestDone(request) {
          const deed = deedOf(request, app.clock.now());
          if (deed) note(deed);
        },
      };
    },
    close: () => journal.flush(),
  };
}

function clientsOf(deeds: readonly Deed[]) {
  const byClient = Map.groupBy(deeds, ({ client }) => client);
  return [...byClient].map(([client, of]) => ({ client, calls: of.length, last: of[0]?.at ?? 0 }));
}
