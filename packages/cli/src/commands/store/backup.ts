/** `zapomni backup [FILE|FOLDER]`: all of a store and its blobs in one compressed file, read back before it counts. */
import path from 'node:path';
import { makeBackup, rotateBackups, type BackupProgress, type BackupReport } from '@zapomni/core/backup';
import { systemClock } from '@zapomni/providers';
import { createBackupFile, openBackupFolder } from '@zapomni/providers/backups';
import { usageError } from '../../arguments/arguments.ts';
import { FROM_STORE } from '../../arguments/shared-options.ts';
import { backupPlace, blobsOf, type BackupPlace } from '../../backup/backup-place.ts';
import { manifestJson } from '../../backup/manifest-json.ts';
import { scheduleAction } from '../../backup/schedule.ts';
import { readPlace } from '../../migrate/store-place.ts';
import { withStores, type StoreSession } from '../../migrate/with-stores.ts';
import { count, size } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const MOST_KEPT = 10_000;

export const spec: CommandSpec = {
  name: 'backup',
  summary: 'Write all of a store, blobs included, to one compressed file and check it; others may go on writing.',
  usage: [
    'zapomni backup',
    'zapomni backup FILE',
    'zapomni backup FOLDER [--keep N]',
    'zapomni backup --every 1d [--keep 7] [--to FOLDER]',
    'zapomni backup --schedule|--stop',
  ],
  options: {
    ...FROM_STORE,
    keep: { type: 'string', value: 'N', about: 'In a folder: remove older backups until N are left.' },
    overwrite: { type: 'boolean', about: 'Replace the file if there is one.' },
    every: {
      type: 'string',
      value: 'TIME',
      about: 'Now, and again and again: 30m, 12h, 1d, 2w. Servers make them; 7 stay.',
    },
    to: { type: 'string', value: 'FOLDER', about: 'Where they go; the folder of backups if not said.' },
    schedule: { type: 'boolean', about: 'Show what is scheduled, and how the last one went.' },
    stop: { type: 'boolean', about: 'End the schedule, or only that of --to.' },
  },
  examples: [
    'zapomni backup',
    'zapomni backup /mnt/disk/ --keep 7',
    'zapomni backup before-the-move.backup.zst',
    'zapomni backup --every 1d --to /mnt/disk/',
  ],
};

export const run: Command = (context) => {
  const scheduling = scheduleAction(context);
  return scheduling ? scheduling(context) : makeOne(context);
};

function makeOne(context: CommandContext): Promise<number> {
  const { args } = context;
  if (args.text('to') !== undefined)
    throw usageError('backup: --to goes with --every or --stop; name the folder alone.');
  const [named, ...more] = args.positionals;
  if (more.length > 0) throw usageError('backup: name one file or folder, or none for the folder of backups.');
  return withStores(context, async (session) => {
    const to = backupPlace(named, session.config, systemClock.now());
    const keep = args.text('keep') === undefined ? null : args.count('keep', 1, MOST_KEPT);
    if (keep !== null && to.folder === null) throw usageError('--keep goes with a folder, not with a file.');
    const from = readPlace(args.text('from') ?? session.config.store, '--from', session.config);
    const report = await makeBackup(
      {
        storage: session.open((logger) => from.openSource(logger)),
        blobs: blobsOf(from, session.config),
        clock: systemClock,
      },
      createBackupFile(to.file, { overwrite: args.has('overwrite') }),
      { signal: session.signal, onProgress: (progress) => show(session, progress) },
    );
    const removed = keep === null || to.folder === null ? 0 : await rotate(to.folder, keep);
    session.bar.clear();
    tell(context, to, { ...report, removed });
    return 0;
  });
}

function rotate(folder: string, keep: number): Promise<number> {
  return rotateBackups(openBackupFolder(folder), { keep, now: systemClock.now() });
}

const STAGES = { records: 'backing up entries', blobs: 'backing up blobs', checking: 'reading it back' } as const;

function show({ bar }: StoreSession, { stage, done, total }: BackupProgress): void {
  const far = total > 0 ? ` ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}` : '';
  bar.update(done, total, `${STAGES[stage]}${far}`);
}

function tell(
  { args, terminal }: CommandContext,
  { file }: BackupPlace,
  { manifest, bytes, removed }: BackupReport & { readonly removed: number },
): void {
  if (args.has('json')) {
    printJson(terminal, { file, bytes, removed, ...manifestJson(manifest) });
    return;
  }
  const { parts, blobs, moment } = manifest;
  const held = [count(parts.memories.count, 'memory', 'memories')];
  if (parts.records.count > 0) held.push(count(parts.records.count, 'record'));
  if (blobs.count > 0) held.push(count(blobs.count, 'blob'));
  terminal.print(`Backed up ${held.join(', ')} to ${path.relative(process.cwd(), file) || file} (${size(bytes)}).`);
  terminal.note('Read back and compared: it is whole.');
  if (!moment)
    terminal.note('Others kept writing: it holds each memory whole, but not all of them as of the same moment.');
  if (blobs.missing > 0) {
    const lost = `${count(blobs.missing, 'blob')} that records refer to could not be read and are not in it.`;
    terminal.note(terminal.paintNote('yellow', `${lost} \`zapomni verify\` says more.`));
  }
  if (removed > 0) terminal.note(`Removed ${count(removed, 'older backup')}.`);
}
