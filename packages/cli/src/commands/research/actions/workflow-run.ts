/** `zapomni research workflow run NAME`: a visit now, with what it brought. */
import { toTask } from '@zapomni/mcp/views';
import { toEndedRun, toTriedOut } from '@zapomni/mcp/views/research';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { createProgressBar } from '../../../output/progress-bar.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace, type Session } from '../../../session/with-app.ts';
import type { Command, CommandContext } from '../../command.ts';
import { nameIn, paramsIn, versionIn } from './workflow-options.ts';

const NOT_DONE = 1;
const [USUAL, MOST] = [50, 500];
const WITHOUT_END = 2 ** 31 - 1;

function valuesIn({ args }: CommandContext) {
  return {
    keywords: args.texts('keyword') ?? [],
    dateFrom: args.text('from') ?? null,
    dateUntil: args.text('to') ?? null,
    limit: args.count('limit', USUAL, MOST),
    params: paramsIn(args),
  };
}

export const runWorkflow: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(args, 'run');
  return withWorkspace(context, async (session) => {
    if (args.has('dry-run')) return tryWorkflow(context, session, name);
    const { app, workspace } = session;
    const { workflows } = app.research;
    const { id } = await workflows.start(workspace, name, valuesIn(context), versionIn(args));
    const bar = createProgressBar(terminal);
    const task = await app.work
      .follow(id, {
        waitMs: WITHOUT_END,
        onProgress: ({ progress: { done, total, message } }) =>
          bar.update(done, total, `step ${done} of ${total}  ${message}`),
      })
      .finally(() => bar.clear());
    const ended = await workflows.run(workspace, id);
    if (!ended || task.state !== 'completed') {
      if (args.has('json')) printJson(terminal, toTask(task));
      else terminal.note(`The run is ${task.state}${task.error ? `: ${task.error.code}: ${task.error.message}` : ''}.`);
      return NOT_DONE;
    }
    if (args.has('json')) printJson(terminal, toEndedRun(ended));
    else show(toEndedRun(ended), terminal);
    return ended.run.value.status === 'succeeded' ? 0 : NOT_DONE;
  });
};

function show({ run, from_site: { items } }: ReturnType<typeof toEndedRun>, terminal: Terminal): void {
  for (const item of items) terminal.print(lineOf(item));
  terminal.note(
    `${run.status}: ${count(items.length, 'item')}, ${count(run.requests, 'request')}, ${count(run.pages, 'page')}.`,
  );
  for (const reason of run.skipped ?? []) terminal.note(`Left out: ${reason}.`);
  if (!run.failure) return;
  const { step, action, selector, code, message } = run.failure;
  const where = step === undefined ? '' : `step ${step} (${action}${selector === undefined ? '' : ` ${selector}`}): `;
  terminal.note(`Failed: ${where}${code}: ${message}`);
}

function lineOf(item: Readonly<Record<string, unknown>>): string {
  const { title, url, year, ...rest } = item;
  if (typeof title !== 'string') return oneLine(JSON.stringify(item));
  const when = typeof year === 'number' ? ` (${year})` : '';
  const where = typeof url === 'string' ? url : (rest['doi'] ?? '');
  return oneLine(`${title}${when} ${String(where)}`.trim());
}

async function tryWorkflow(context: CommandContext, { app, workspace }: Session, name: string): Promise<number> {
  const { args, terminal } = context;
  const request = { values: valuesIn(context), version: versionIn(args) };
  const tried = toTriedOut(await app.research.workflows.tryOut(workspace, name, request));
  if (args.has('json')) printJson(terminal, tried);
  else {
    for (const { step, action, selectors = [], fields = [] } of tried.steps) {
      const met = selectors.map(({ selector, matched }) => `${selector}: ${matched}`).join(', ');
      terminal.print(oneLine(`${step} ${action}${met === '' ? '' : ` ${met}`}`));
      for (const { field, found } of fields) terminal.print(`     ${field}: in ${found} of the first rows`);
    }
    for (const item of tried.from_site.items) terminal.print(lineOf(item));
    if (tried.failure)
      terminal.note(`Failed: ${tried.failure.code}: ${tried.failure.message} ${tried.failure.hint ?? ''}`.trim());
  }
  return tried.failure ? NOT_DONE : 0;
}
