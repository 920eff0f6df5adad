/**
 * `zapomni repair`: makes a damaged store anew from what it holds. Words, vectors in segments, counts, sums of evidence and
 * index entries are not carried over but made again from memories, evidence and records. What was given and is lost cannot be
 * made again; that is said. A backup is taken first, and the damaged store is moved aside, never deleted.
 */
import { checkBackup, isWhole, makeBackup, verifyStore, type PartCheck } from '@zapomni/core/backup';
import { ZapomniError } from '@zapomni/core/errors';
import type { SalvageReport } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import { createBackupFile } from '@zapomni/providers/backups';
import { usageError } from '../../arguments/arguments.ts';
import { FROM_STORE, YES } from '../../arguments/shared-options.ts';
import { backupPlace, blobsOf } from '../../backup/backup-place.ts';
import { checksJson, renderChecks } from '../../backup/check-table.ts';
import { restoreTo } from '../../backup/restore-to.ts';
import { backUpSalvaged, renderSalvage, salvageJson } from '../../backup/salvage.ts';
import { readPlace, type StorePlace } from '../../migrate/store-place.ts';
import { withStores, type StoreSession } from '../../migrate/with-stores.ts';
import { confirmed } from '../../output/ask.ts';
import { printJson } from '../../output/print-json.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const DAMAGED = 1;

export const spec: CommandSpec = {
  name: 'repair',
  summary: 'Rebuild what a damaged store can derive again, after a backup; the old one is moved aside.',
  usage: ['zapomni repair', 'zapomni repair --from STORE --to STORE'],
  options: {
    ...FROM_STORE,
    to: { type: 'string', value: 'STORE', about: 'Where the new one goes; needed for a store on a server.' },
    ...YES,
  },
  examples: ['zapomni repair', 'zapomni repair --yes'],
};

export const run: Command = (context) => {
  const { args, terminal } = context;
  if (args.positionals.length > 0) throw usageError('repair takes no words; --from names another store.');
  return withStores(context, async (session) => {
    const { from, to } = places(context, session);
    const before = await look(session, from);
    if (isWhole(before)) {
      if (args.has('json')) printJson(terminal, { ok: true, repaired: false, parts: checksJson(before) });
      else terminal.print('The store is whole; there is nothing to repair.');
      return 0;
    }
    if (!args.has('json')) terminal.print(renderChecks(before, terminal));
    if (!args.has('yes') && !(await confirmed(terminal, 'Back it up, make it anew and move the old one aside?'))) {
      terminal.note('Nothing was changed.');
      return DAMAGED;
    }
    const rebuilt = await rebuild(session, from, to);
    const after = await look(session, to);
    tell(context, { ...rebuilt, after });
    return isWhole(after) && rebuilt.salvaged === null ? 0 : DAMAGED;
  });
};

function places({ args }: CommandContext, { config }: StoreSession): { from: StorePlace; to: StorePlace } {
  const from = readPlace(args.text('from') ?? config.store, '--from', config);
  const named = args.text('to');
  const to = named === undefined ? from : readPlace(named, '--to', config);
  if (to.folder === null && to.name === from.name) {
    throw usageError(
      'repair needs --to: a store on a server is made anew beside the old one.',
      'Name an empty store, such as falkordb://host:port/name, and use that one afterwards.',
    );
  }
  return { from, to };
}

async function look(session: StoreSession, place: StorePlace): Promise<PartCheck[]> {
  session.bar.update(0, 0, 'reading all of the store');
  const storage = session.open((logger) => place.openSource(logger));
  const checks = await verifyStore({ storage, blobs: blobsOf(place, session.config) }, session.signal);
  await storage.close();
  session.bar.clear();
  return checks;
}

interface Rebuilt {
  readonly backup: string;
  readonly aside: string | null;
  /** Where the store could not be read to its end. */
  readonly salvaged: SalvageReport | null;
}

async function rebuild(session: StoreSession, from: StorePlace, to: StorePlace): Promise<Rebuilt> {
  const { config, signal, bar } = session;
  const now = systemClock.now();
  const { file: backup } = backupPlace(undefined, { ...config, data_dir: from.folder ?? config.data_dir }, now);
  const file = createBackupFile(backup);
  const storage = session.open((logger) => from.openSource(logger));
  const blobs = blobsOf(from, config);
  bar.update(0, 0, 'backing up');
  let salvaged: SalvageReport | null = null;
  try {
    await makeBackup({ storage, blobs, clock: systemClock }, file, { signal });
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (from.folder === null) throw notSaved(error);
    bar.update(0, 0, 'saving what can still be read');
    salvaged = await backUpSalvaged(session, from.folder, { file, blobs, now }).catch((second: unknown) =>
      Promise.reject(isDamage(second) ? notSaved(second) : second),
    );
  }
  await storage.close();
  const manifest = await checkBackup(file.read());
  const isSame = to.name === from.name;
  const { report, aside } = await restoreTo(session, { file, manifest, place: to, force: isSame, mend: true, now });
  bar.clear();
  if (report.equal) return { backup, aside, salvaged };
  throw new ZapomniError('STORE_CORRUPT', 'What was made anew differs from the backup; the old store is in its place.');
}

/** What cannot be read cannot be made again. */
function isDamage(error: unknown): boolean {
  return error instanceof ZapomniError && ['STORE_CORRUPT', 'INTERNAL', 'INVALID_INPUT'].includes(error.code);
}

function notSaved(error: unknown): ZapomniError {
  return new ZapomniError(
    'STORE_CORRUPT',
    'The store cannot be read to its end, so it cannot be rebuilt; it was left alone.',
    {
      hint: 'Restore the latest backup with `zapomni restore FILE --force`.',
      cause: error,
    },
  );
}

function tell(
  { args, terminal }: CommandContext,
  { backup, aside, salvaged, after }: Rebuilt & { readonly after: readonly PartCheck[] },
): void {
  const isSound = isWhole(after);
  if (args.has('json')) {
    const lost = salvaged === null ? {} : { salvaged: salvageJson(salvaged) };
    printJson(terminal, { ok: isSound, repaired: true, backup, aside, ...lost, parts: checksJson(after) });
    return;
  }
  terminal.print(isSound ? 'Made anew; the store is whole.' : `Made anew. What could not be derived:\n`);
  if (!isSound) terminal.print(renderChecks(after, terminal));
  if (salvaged !== null) terminal.print(renderSalvage(salvaged));
  terminal.note(`The backup taken before lies in ${backup}.`);
  if (aside !== null) terminal.note(`The old store lies in ${aside}.`);
}
