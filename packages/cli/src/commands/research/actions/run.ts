/** `zapomni research run [SOURCE]`: looks for what is new, and shows how far each source has got. */
import type { FollowedRun } from '@zapomni/core/research';
import { toRuns } from '@zapomni/mcp/views/research';
import { usageError } from '../../../arguments/arguments.ts';
import { createLiveTable } from '../../../output/live-table.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { mostIn } from './discovery-options.ts';
import { endLine, LIVE_HEAD, liveRow } from './run-rows.ts';

const NOT_ALL = 1;
/** A command has all the time that sources need. */
const LONGEST_MS = 24 * 3_600_000;
const FAILED: ReadonlySet<string> = new Set(['error', 'rate_limited', 'partial', 'off']);

export const runSources: Command = async (context) => {
  const { args, terminal } = context;
  const source = args.positionals.join(' ').trim() || undefined;
  const [query, ...more] = args.texts('query') ?? [];
  if (more.length > 0) throw usageError('research run: name one query.');
  const asked = { source, query, most: mostIn(args), force: args.has('force') };
  return withWorkspace(context, async ({ app, workspace }) => {
    const { discovery } = app.research;
    const started = await discovery.start({ workspace, ...asked });
    const table = createLiveTable(terminal, LIVE_HEAD);
    const onProgress = table.isDrawn ? drawing(table.update) : lines(terminal.note);
    try {
      const followed = await discovery.follow({ workspace, started, waitMs: LONGEST_MS, onProgress });
      table.clear();
      if (args.has('json')) printJson(terminal, toRuns(followed));
      else show(followed, terminal.print, terminal.note);
      return followed.some(isFailed) ? NOT_ALL : 0;
    } finally {
      table.clear();
    }
  });
};

function drawing(update: (rows: readonly (readonly string[])[]) => void) {
  return (runs: readonly FollowedRun[]): void => update(runs.map(liveRow));
}

/** Where nothing can be drawn: a line for each page. */
function lines(note: (text: string) => void) {
  const told = new Map<string, number>();
  return (runs: readonly FollowedRun[]): void => {
    for (const one of runs) {
      const { key } = one.started.source;
      const pages = one.run?.value.pages ?? 0;
      if (pages === (told.get(key) ?? 0)) continue;
      told.set(key, pages);
      const [name = '', page = '', found = '', fresh = ''] = liveRow(one);
      note(`${name}: page ${page}, ${found} found, ${fresh} new`);
    }
  };
}

function show(followed: readonly FollowedRun[], print: (text: string) => void, note: (text: string) => void): void {
  if (followed.length === 0) return note('There is no source. `zapomni research source add` makes one.');
  for (const one of followed) print(endLine(one));
  const fresh = followed.reduce((sum, { run }) => sum + (run?.value.new ?? 0), 0);
  if (fresh > 0) note('What was found: zapomni research findings');
}

function isFailed({ started, run, task }: FollowedRun): boolean {
  return started.how === 'off' || FAILED.has(run?.value.status ?? '') || task?.state === 'failed';
}
