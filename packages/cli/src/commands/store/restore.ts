/** `zapomni restore FILE`: a backup becomes a store again. Nothing is changed before all of the backup was checked. */
import { checkBackup } from '@zapomni/core/backup';
import { systemClock } from '@zapomni/providers';
import { createBackupFile } from '@zapomni/providers/backups';
import { usageError } from '../../arguments/arguments.ts';
import { manifestJson } from '../../backup/manifest-json.ts';
import { restoreTo, type Restored } from '../../backup/restore-to.ts';
import { renderReport, reportJson } from '../../migrate/describe-report.ts';
import { readPlace, type StorePlace } from '../../migrate/store-place.ts';
import { withStores } from '../../migrate/with-stores.ts';
import { printJson } from '../../output/print-json.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const DIFFERENT = 1;

export const spec: CommandSpec = {
  name: 'restore',
  summary: 'Make a store from a backup; what is there already stays, or is moved aside with --force.',
  usage: ['zapomni restore FILE', 'zapomni restore FILE --to STORE'],
  options: {
    to: {
      type: 'string',
      value: 'STORE',
      about: 'sqlite:FOLDER or falkordb://host:port[/name]; the store in use if not said.',
    },
    force: { type: 'boolean', about: 'Also where a store holds something: it is moved aside, never deleted.' },
    mend: { type: 'boolean', about: 'Of a store that was damaged: cut memories anew that lost passages.' },
    check: { type: 'boolean', about: 'Only check the backup, and show what it holds.' },
  },
  examples: [
    'zapomni restore zapomni.backup.zst --to sqlite:/new/folder',
    'zapomni restore zapomni.backup.zst --check',
  ],
};

export const run: Command = (context) => {
  const { args, terminal } = context;
  const [named, ...more] = args.positionals;
  if (named === undefined || more.length > 0) throw usageError('restore: name one file that `zapomni backup` wrote.');
  return withStores(context, async (session) => {
    const place = readPlace(args.text('to') ?? session.config.store, '--to', session.config);
    const file = createBackupFile(toAbsolute(named, thisMachine()));
    session.bar.update(0, 0, 'checking the backup');
    const manifest = await checkBackup(file.read());
    if (args.has('check')) {
      session.bar.clear();
      if (args.has('json')) printJson(terminal, manifestJson(manifest));
      else terminal.print(`The backup is whole: ${manifest.parts.memories.count} memories of ${manifest.createdAt}.`);
      return 0;
    }
    const restored = await restoreTo(session, {
      file,
      manifest,
      place,
      force: args.has('force'),
      mend: args.has('mend'),
      now: systemClock.now(),
    });
    session.bar.clear();
    tell(context, restored, place);
    return restored.report.equal ? 0 : DIFFERENT;
  });
};

function tell({ args, terminal }: CommandContext, { report, aside, inspection }: Restored, place: StorePlace): void {
  if (args.has('json')) {
    printJson(terminal, { ...reportJson(report), store: place.label, aside, integrity: inspection.integrity });
    return;
  }
  terminal.print(renderReport(report, terminal));
  if (!report.equal) {
    terminal.note('What comes out differs from the backup: the store it was made of was damaged. Add --mend.');
    return;
  }
  if (aside !== null) terminal.note(`What was there before lies in ${aside}, a data folder of its own.`);
  terminal.note(`All of the backup is in ${place.label}.`);
  if (inspection.integrity === 'damaged') terminal.note('It was damaged before: `zapomni verify` says how.');
}
