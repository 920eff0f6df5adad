/** Notes that a command was used, with the memories that it changed: what they are is known from the events of the storage. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { DeedKind } from '@zapomni/mcp';
import { Journal } from './journal.ts';

const MOST_IDS = 5;
/** The heaviest of what was done names the whole. */
const KINDS: readonly (readonly [event: string, kind: DeedKind])[] = [
  ['memory.removed', 'forgot'],
  ['memory.changed', 'changed'],
  ['memory.added', 'stored'],
];

export interface NotedCommand {
  done(outcome: string): void;
}

export function noteCommand(app: App, { data_dir, workspace }: Config, name: string): NotedCommand {
  const began = performance.now();
  const seen = new Set<string>();
  const ids: string[] = [];
  let count = 0;
  const hearing = app.events.subscribe(
    (event) => {
      if (event.kind === 'overflow' || event.cause !== 'call' || !KINDS.some(([kind]) => kind === event.kind)) return;
      seen.add(event.kind);
      count += Math.max(1, event.ids.length);
      ids.push(...event.ids.slice(0, Math.max(0, MOST_IDS - ids.length)));
    },
    { others: false },
  );
  return {
    done(outcome) {
      hearing.close();
      const [, kind] = KINDS.find(([event]) => seen.has(event)) ?? ['', 'read'];
      const ms = Math.round((performance.now() - began) * 10) / 10;
      const journal = new Journal(data_dir);
      journal.note({
        at: app.clock.now(),
        client: 'zapomni (command line)',
        kind,
        name,
        workspace,
        ids,
        count,
        ms,
        outcome,
      });
      journal.flushNow();
    },
  };
}
