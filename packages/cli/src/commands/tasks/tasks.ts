/** `zapomni tasks list|show|cancel|retry`: background work of every process of the store. */
import type { WorkItem, WorkPage, WorkState } from '@zapomni/core/ports';
import { isLive } from '@zapomni/core/work';
import { toTask, toTasks } from '@zapomni/mcp/views';
import { oneLine } from '../../output/harmless.ts';
import { printJson } from '../../output/print-json.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { renderPairs, renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withApp, type Session } from '../../session/with-app.ts';
import { noteOfPage, withActions } from '../actions.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const NOT_DONE = 1;
const WITHOUT_END = 2 ** 31 - 1;
const STATES: readonly WorkState[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];

export const spec: CommandSpec = {
  name: 'tasks',
  summary: 'Background work of every process: look at it, stop it, begin it anew.',
  usage: ['zapomni tasks', 'zapomni tasks show|cancel|retry <id>'],
  options: {
    state: { type: 'string', value: 'STATE', about: 'Only queued, running, completed, failed or cancelled ones.' },
    kind: { type: 'string', value: 'NAME', about: 'Only these, for example embedding, graph or build_graph.' },
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–100; 20 if not said.' },
    cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
  },
  examples: ['zapomni tasks --state failed', 'zapomni tasks retry 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e'],
};

export const run: Command = withActions('tasks', {
  list,
  show: (context) => withTask(context, ({ app }, id) => app.work.get(id), describe),
  cancel: (context) =>
    withTask(context, cancel, ({ state }) => (state === 'running' ? 'Stopping.' : `The task is ${state}.`)),
  retry: (context) => withTask(context, (session, id) => retry(session, id, context.terminal), describe),
});

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const request = { name: args.text('kind'), limit: args.count('limit', 20, 100), cursor: args.text('cursor') };
  const state = args.oneOf('state', STATES);
  await withApp(context, async ({ app }) => {
    const page = await app.work.list({ ...request, states: state && [state] });
    if (args.has('json')) printJson(terminal, toTasks(page));
    else show(page, terminal);
  });
}

function show(page: WorkPage, terminal: Terminal): void {
  const { items } = page;
  if (items.length === 0) return terminal.note('Nothing runs, waits or ended lately.');
  const rows = items
    .map(toTask)
    .map((task) => [task.task_id, task.state, progressOf(task), task.name, task.error?.code ?? '']);
  terminal.print(renderTable(['ID', 'STATE', 'DONE', 'TASK', 'ERROR'], rows, terminal));
  noteOfPage(page, terminal, 'task');
}

type Act = (session: Session, id: string) => Promise<WorkItem>;
type Describe = (item: WorkItem, terminal: Terminal) => string;

async function withTask(context: CommandContext, act: Act, render: Describe): Promise<number> {
  const { args, terminal } = context;
  const id = args.one('task id');
  return withApp(context, async (session) => {
    const item = await act(session, id);
    if (args.has('json')) printJson(terminal, toTask(item));
    else terminal.print(render(item, terminal));
    return act === cancel || item.state !== 'failed' ? 0 : NOT_DONE;
  });
}

async function cancel({ app }: Session, id: string): Promise<WorkItem> {
  return (await app.work.cancel(id)).task;
}

/** Does it here, unless another process is quicker; a command that is interrupted leaves it to the next session. */
async function retry({ app }: Session, id: string, terminal: Terminal): Promise<WorkItem> {
  const { id: begun } = await app.work.retry(id);
  const bar = createProgressBar(terminal);
  const putOff = new AbortController();
  const onProgress = (item: WorkItem): void => {
    bar.update(item.progress.done, item.progress.total, item.progress.message);
    if (item.state === 'queued' && item.attempts > 0) putOff.abort();
  };
  try {
    return await app.work.follow(begun, { waitMs: WITHOUT_END, onProgress, signal: putOff.signal });
  } finally {
    bar.clear();
  }
}

type Task = ReturnType<typeof toTask>;

function describe(item: WorkItem, terminal: Terminal): string {
  const task = toTask(item);
  const rows: [string, string][] = [
    ['Task', `${task.name} ${task.task_id}`],
    ['State', task.state],
    ['Done', [progressOf(task), task.message ?? ''].join(' ').trim()],
    ['Workspace', task.workspace_id ?? ''],
    ['Error', task.error ? `${task.error.code}: ${oneLine(task.error.message)}` : ''],
    ['Attempts', String(task.attempts)],
    ['Result', task.result === undefined ? '' : oneLine(JSON.stringify(task.result))],
    ['Asked for', task.created_at],
    ['Begun', task.started_at ?? ''],
    ['Ended', task.ended_at ?? ''],
    ['Next', isLive(item) ? (task.due_at ?? '') : ''],
  ];
  return renderPairs(rows, terminal);
}

function progressOf({ done, total, percent }: Task): string {
  return total === 0 ? '' : `${done} of ${total} (${percent} %)`;
}
