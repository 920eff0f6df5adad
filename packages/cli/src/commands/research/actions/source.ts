/** `zapomni research source list|add|show|remove`. */
import { toDeletedSource, toSource, toSourceDetails, toSources } from '@zapomni/mcp/views/research';
import { usageError } from '../../../arguments/arguments.ts';
import { confirmed } from '../../../output/ask.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderPairs, renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { withActions } from '../../actions.ts';
import type { Command, CommandContext } from '../../command.ts';
import { sourceIn } from './discovery-options.ts';
import { runRow } from './run-rows.ts';

const DECLINED = 1;

function nameIn({ args }: CommandContext, action: string): string {
  const name = args.positionals.join(' ').trim();
  if (name === '') throw usageError(`research source ${action}: name a source.`);
  return name;
}

const list: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const { sources, count } = toSources(await app.research.discovery.listSources(workspace));
    if (args.has('json')) return printJson(terminal, { count, sources });
    if (count === 0) return terminal.note('No source. `zapomni research source add` makes one.');
    const rows = sources.map(({ name, kind, state, last_run: last, next_run: next, reason, keywords, url }) => [
      oneLine(name),
      kind,
      state,
      last ? `${last.status} ${last.ended_at.slice(0, 16)}` : 'never',
      next?.slice(0, 16) ?? '',
      oneLine(reason ?? url ?? keywords.join(', ')),
    ]);
    terminal.print(renderTable(['NAME', 'KIND', 'STATE', 'LAST RUN', 'NEXT RUN', 'LOOKS FOR'], rows, terminal));
  });
};

const add: Command = async (context) => {
  const { args, terminal } = context;
  const input = sourceIn(args, nameIn(context, 'add'));
  await withWorkspace(context, async ({ app, workspace }) => {
    const source = toSource(await app.research.discovery.createSource(workspace, input));
    if (args.has('json')) return printJson(terminal, source);
    terminal.print(`Following ${oneLine(source.name)} (${source.kind}).`);
    terminal.note(
      source.next_run === undefined
        ? `It is only run by hand: zapomni research run ${oneLine(source.name)}`
        : `A running server looks first at ${source.next_run}; at once: zapomni research run ${oneLine(source.name)}`,
    );
  });
};

const show: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(context, 'show');
  await withWorkspace(context, async ({ app, workspace }) => {
    const details = await app.research.discovery.getSource(workspace, name);
    const shown = toSourceDetails(details);
    if (args.has('json')) return printJson(terminal, shown);
    const { runs: _runs, last_run: _last, ...fields } = shown;
    const pairs = Object.entries(fields).map(([field, value]): [string, string] => [
      field.replaceAll('_', ' '),
      oneLine(
        Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value),
      ),
    ]);
    terminal.print(renderPairs(pairs, terminal));
    if (details.runs.length === 0) return;
    terminal.print('');
    terminal.print(
      renderTable(['STARTED', 'STATUS', 'FOUND', 'NEW', 'REJECTED', 'WHY'], details.runs.map(runRow), terminal),
    );
  });
};

const remove: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(context, 'remove');
  return withWorkspace(context, async ({ app, workspace }) => {
    const { source } = await app.research.discovery.getSource(workspace, name);
    if (!args.has('yes') && !(await confirmed(terminal, `Look at ${oneLine(source.value.name)} no more?`))) {
      terminal.note('Nothing was changed.');
      return DECLINED;
    }
    const gone = await app.research.discovery.deleteSource(workspace, { name, confirm: true });
    if (args.has('json')) printJson(terminal, toDeletedSource(gone));
    else terminal.print(`${oneLine(gone.value.name)} is looked at no more; what it found stays.`);
    return 0;
  });
};

export const manageSources: Command = withActions('research source', { list, add, show, remove });
