/** `zapomni verify`: reads all of a store and says of each part whether it is whole. Exit code 1 when one is not. */
import { isWhole, verifyStore } from '@zapomni/core/backup';
import { usageError } from '../../arguments/arguments.ts';
import { FROM_STORE } from '../../arguments/shared-options.ts';
import { blobsOf } from '../../backup/backup-place.ts';
import { checksJson, renderChecks } from '../../backup/check-table.ts';
import { readPlace } from '../../migrate/store-place.ts';
import { withStores } from '../../migrate/with-stores.ts';
import { printJson } from '../../output/print-json.ts';
import type { Command, CommandSpec } from '../command.ts';

const DAMAGED = 1;

export const spec: CommandSpec = {
  name: 'verify',
  summary: 'Read all of a store and say of each part whether it is whole; nothing is written.',
  usage: ['zapomni verify', 'zapomni verify --from STORE'],
  options: FROM_STORE,
  examples: ['zapomni verify', 'zapomni verify --json'],
};

export const run: Command = (context) => {
  const { args, terminal } = context;
  if (args.positionals.length > 0) throw usageError('verify takes no words; --from names another store.');
  return withStores(context, async (session) => {
    const place = readPlace(args.text('from') ?? session.config.store, '--from', session.config);
    const storage = session.open((logger) => place.openSource(logger));
    session.bar.update(0, 0, 'reading all of the store');
    const checks = await verifyStore({ storage, blobs: blobsOf(place, session.config) }, session.signal);
    session.bar.clear();
    const isSound = isWhole(checks);
    if (args.has('json')) printJson(terminal, { ok: isSound, store: place.label, parts: checksJson(checks) });
    else {
      terminal.print(renderChecks(checks, terminal));
      terminal.note(isSound ? 'The store is whole.' : '`zapomni repair` rebuilds what can be derived.');
    }
    return isSound ? 0 : DAMAGED;
  });
};
