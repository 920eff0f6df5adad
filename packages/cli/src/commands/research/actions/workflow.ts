/** `zapomni research workflow list|show|add|run|export|remove|enable|disable`. */
import { readFile, writeFile } from 'node:fs/promises';
import { text as textOfStream } from 'node:stream/consumers';
import { invalidField } from '@zapomni/core/errors';
import {
  toExportedWorkflow,
  toShownWorkflow,
  toWorkflow,
  toWorkflowDetails,
  toWorkflows,
} from '@zapomni/mcp/views/research';
import { usageError } from '../../../arguments/arguments.ts';
import { confirmed } from '../../../output/ask.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withApp, withWorkspace, type Session } from '../../../session/with-app.ts';
import { withActions } from '../../actions.ts';
import type { Command, CommandContext } from '../../command.ts';
import { nameIn, versionIn } from './workflow-options.ts';
import { runWorkflow } from './workflow-run.ts';

const DECLINED = 1;
const FOR_THE_USER_ALONE = 0o600;

const list: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const shown = toWorkflows(await app.research.workflows.list(workspace));
    if (args.has('json')) return printJson(terminal, shown);
    if (shown.count === 0)
      return terminal.note('There are no workflows. `zapomni research workflow add FILE` keeps one.');
    const rows = shown.workflows.map(({ name, version, is_active: active, health, hosts, last_run: last }) => [
      oneLine(name),
      `v${version}${active ? '' : ' off'}`,
      health,
      last?.started_at.slice(0, 10) ?? 'never',
      oneLine(hosts.join(', ')),
    ]);
    terminal.print(renderTable(['NAME', 'VERSION', 'HEALTH', 'LAST RUN', 'HOSTS'], rows, terminal));
  });
};

const show: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(args, 'show');
  await withWorkspace(context, async (session) => {
    const { app, workspace } = session;
    const details = toWorkflowDetails(
      await app.research.workflows.details(workspace, name, { version: versionIn(args) }),
    );
    await writePicture(context, session, name);
    if (args.has('json')) return printJson(terminal, details);
    const { name: called, version, is_active: active, health, health_reason: why = '' } = details;
    terminal.print(oneLine(`${called}  version ${version}  ${active ? 'on' : 'off'}  ${health}  ${why}`.trim()));
    terminal.print(JSON.stringify(details.definition, null, 2));
    for (const one of details.versions) terminal.note(`v${one.version} until ${one.until}: ${one.steps} steps`);
    for (const run of details.runs)
      terminal.note(
        oneLine(
          `${run.started_at}  v${run.version}  ${run.status}  ${run.items} found  ${run.failure?.message ?? ''}`.trim(),
        ),
      );
  });
};

async function writePicture(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  name: string,
): Promise<void> {
  const file = args.text('picture');
  if (file === undefined) return;
  const picture = await app.research.workflows.failurePicture(workspace, name);
  if (!picture) return terminal.note('No run has left a picture.');
  await writeFile(file, picture, { mode: FOR_THE_USER_ALONE });
}

/** A file of JSON; `-` is standard input. */
async function readGiven(file: string): Promise<{ name?: unknown } & Record<string, unknown>> {
  const text = await (file === '-' ? textOfStream(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw invalidField('FILE', 'there is no such file, or it cannot be read');
  });
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given };
  } catch {
    // Told below.
  }
  throw invalidField('FILE', 'is no JSON of a workflow', 'docs/research.md has the format.');
}

const add: Command = async (context) => {
  const { args, terminal } = context;
  const [file, ...words] = args.positionals;
  if (file === undefined) throw usageError('research workflow add: name a file of JSON.');
  const { name: inside, ...definition } = await readGiven(file);
  const name = words.length > 0 ? words.join(' ') : inside;
  if (typeof name !== 'string') throw invalidField('name', 'is neither in the file nor given behind it');
  await withApp(context, async ({ app, workspace }) => {
    const { workflows } = app.research;
    const isThere = (await workflows.list(workspace)).some(({ workflow }) => workflow.value.name === name);
    const workflow =
      isThere && args.has('replace')
        ? await workflows.change(workspace, name, definition)
        : await workflows.create({
            workspace,
            name,
            active: !args.has('off'),
            definition,
            description: '',
            extractionRules: {},
          });
    if (args.has('json')) return printJson(terminal, toWorkflow(workflow));
    terminal.print(`Kept ${oneLine(workflow.value.name)}, version ${workflow.value.version}.`);
  });
};

const exportOne: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(args, 'export');
  await withWorkspace(context, async ({ app, workspace }) => {
    const details = await app.research.workflows.details(workspace, name, { version: versionIn(args) });
    const json = JSON.stringify(toExportedWorkflow(details), null, 2);
    const file = args.text('output');
    if (file === undefined) return terminal.print(json);
    await writeFile(file, `${json}\n`);
    terminal.note(`Written to ${oneLine(file)}.`);
  });
};

const remove: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(args, 'remove');
  return withWorkspace(context, async ({ app, workspace }) => {
    const { workflow } = await app.research.workflows.details(workspace, name);
    if (!args.has('yes') && !(await confirmed(terminal, `Remove ${oneLine(workflow.value.name)} with its runs?`))) {
      terminal.note('Nothing was removed.');
      return DECLINED;
    }
    await app.research.workflows.delete(workspace, workflow.key, true);
    if (args.has('json')) printJson(terminal, { status: 'deleted', workflow: toWorkflow(workflow) });
    else terminal.print(`Removed ${oneLine(workflow.value.name)}. Its versions stay on record.`);
    return 0;
  });
};

function switching(active: boolean): Command {
  return async (context) => {
    const { args, terminal } = context;
    const name = nameIn(args, active ? 'enable' : 'disable');
    await withWorkspace(context, async ({ app, workspace }) => {
      const shown = await app.research.workflows.setActive(workspace, name, active);
      if (args.has('json')) return printJson(terminal, toShownWorkflow(shown));
      terminal.print(`${oneLine(shown.workflow.value.name)} is ${active ? 'on' : 'off'}.`);
    });
  };
}

export const manageWorkflows: Command = withActions('research workflow', {
  list,
  show,
  add,
  run: runWorkflow,
  export: exportOne,
  remove,
  enable: switching(true),
  disable: switching(false),
});
