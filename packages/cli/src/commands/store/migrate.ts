/** `zapomni migrate --from STORE --to STORE`: moves a store to another place, and shows that nothing is missing there. */
import { migrateStore, verifyStores, type MigrationProgress, type MigrationReport } from '@zapomni/core/migrate';
import { usageError, type Arguments } from '../../arguments/arguments.ts';
import { FROM_STORE, THROTTLE } from '../../arguments/shared-options.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { renderReport, reportJson } from '../../migrate/describe-report.ts';
import { readPlace, type StorePlace } from '../../migrate/store-place.ts';
import { readThrottle } from '../../migrate/throttle.ts';
import { withStores, type StoreSession } from '../../migrate/with-stores.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';

const DIFFERENT = 1;

export const spec: CommandSpec = {
  name: 'migrate',
  summary: 'Move a store to another place, with history, graph and vectors; resumable, checked at the end.',
  usage: ['zapomni migrate --to STORE', 'zapomni migrate --from STORE --to STORE'],
  options: {
    ...FROM_STORE,
    to: { type: 'string', value: 'STORE', about: 'The same forms; must be empty, or filled by this command.' },
    ...THROTTLE,
    verify: { type: 'boolean', about: 'Only compare the two; nothing is written.' },
  },
  examples: ['zapomni migrate --to falkordb://localhost:6379', 'zapomni migrate --to sqlite:/backup --throttle 25%'],
};

export const run: Command = (context) => {
  const { args } = context;
  if (args.positionals.length > 0) throw usageError('migrate takes its stores from --from and --to.');
  const throttle = readThrottle(args.text('throttle'));
  return withStores(context, async (session) => {
    const places = readPlaces(context, session);
    const isCheck = args.has('verify');
    const stores = {
      source: session.open((logger) => places.from.openSource(logger)),
      target: session.open((logger) => (isCheck ? places.to.openSource(logger) : places.to.openTarget(logger))),
    };
    const options = { ...stores, throttle, signal: session.signal, onProgress: show(session) };
    const report = await (isCheck ? verifyStores(options) : migrateStore({ ...options, sourceName: places.from.name }));
    session.bar.clear();
    tell(context, report, places.to);
    return report.equal ? 0 : DIFFERENT;
  });
};

function readPlaces({ args }: CommandContext, { config }: StoreSession): { from: StorePlace; to: StorePlace } {
  const { source, target } = namedStores(args, config.store);
  const from = readPlace(source, '--from', config);
  const to = readPlace(target, '--to', config);
  if (from.name === to.name) throw usageError('--from and --to are the same store.');
  return { from, to };
}

/** A server in the settings is where to go, if only the other end is left to say: from the store in the data folder. */
function namedStores(args: Arguments, inUse: string): { source: string; target: string } {
  const target = args.text('to') ?? (inUse === 'sqlite' ? undefined : inUse);
  if (target === undefined) throw usageError('migrate needs --to: where to move the memories.');
  return { source: args.text('from') ?? (args.text('to') === undefined ? 'sqlite' : inUse), target };
}

function show({ bar }: StoreSession): (progress: MigrationProgress) => void {
  return ({ stage, done, total }) => {
    bar.update(
      done,
      Math.max(done, total),
      `${stage} ${done.toLocaleString('en-US')} of ${count(total, 'entry', 'entries')}`,
    );
  };
}

function tell({ args, terminal }: CommandContext, report: MigrationReport, to: StorePlace): void {
  if (args.has('json')) {
    printJson(terminal, reportJson(report));
    return;
  }
  terminal.print(renderReport(report, terminal));
  if (!report.equal) {
    terminal.note(`The stores differ in ${count(report.differences, 'record')}. Nothing of the source was changed.`);
  } else if (args.has('verify')) terminal.note('The stores are equal.');
  else terminal.note(`${summary(report)} Both stores are equal. ${to.label} is ready to be used.`);
}

function summary({ resumed, copied, caughtUp, removed }: MigrationReport): string {
  const parts =
    copied > 0 || !resumed ? [`${resumed ? 'Went on and copied' : 'Copied'} ${count(copied, 'record')}`] : [];
  if (caughtUp > 0) parts.push(`copied ${count(caughtUp, 'record')} that had changed`);
  if (removed > 0) parts.push(`took ${count(removed, 'record')} away that the source no longer has`);
  if (parts.length === 0) return 'Nothing had changed.';
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
