import type { App } from '@zapomni/core';
import type { PurgeReceipt } from '@zapomni/core/memories';
import { iso, toPurged } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import { YES } from '../../arguments/shared-options.ts';
import { confirmed } from '../../output/ask.ts';
import { fit } from '../../output/display-width.ts';
import { oneLine } from '../../output/harmless.ts';
import { count, describeReceipt, size } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const DECLINED = 1;
/** Something may still be there. */
const NOT_ALL = 2;
const SHOWN = 20;

export const spec: CommandSpec = {
  name: 'purge',
  summary: 'Forget without a trace: also from caches, blobs and the raw files of the store, with a receipt.',
  usage: [
    'zapomni purge <id…>',
    'zapomni purge --document NAME',
    'zapomni purge --match TEXT',
    'zapomni purge --deleted',
  ],
  options: {
    document: { type: 'string', multiple: true, value: 'NAME', about: 'A document, by id, name, path or URL.' },
    match: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      about: 'All memories that say this in any version, tag, source or metadata.',
    },
    deleted: { type: 'boolean', about: 'Free the files of what was deleted before.' },
    ...YES,
  },
  examples: ['zapomni purge --match "4111 1111 1111 1111"', 'zapomni purge --document contract.pdf --yes --json'],
};

interface Chosen {
  readonly ids: readonly string[];
  readonly documents: readonly string[];
}

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const named = [...args.positionals, ...(args.texts('document') ?? []), ...(args.texts('match') ?? [])];
  if (named.length === 0 && !args.has('deleted'))
    throw usageError('purge needs the id of a memory, --document, --match or --deleted.');
  return withWorkspace(context, async ({ app, workspace }) => {
    const chosen = await choose(context, app, workspace);
    const isEmpty = chosen.ids.length + chosen.documents.length === 0;
    if (isEmpty && !args.has('deleted')) {
      const inCode = await app.memories.codeSaying(workspace, args.texts('match') ?? []);
      terminal.note(`${inCode.length > 0 ? 'No memory' : 'Nothing'} says that. Nothing was purged.`);
      for (const sentence of inCode) terminal.note(oneLine(sentence));
      return DECLINED;
    }
    if (!args.has('yes') && !(await confirmed(terminal, question(chosen)))) {
      terminal.note('Nothing was purged.');
      return DECLINED;
    }
    const receipt = await app.memories.purge({ workspace, ...chosen, saying: args.texts('match') });
    if (args.has('json')) printJson(terminal, toPurged(receipt));
    else show(receipt, terminal);
    return receipt.remains.length > 0 ? NOT_ALL : 0;
  });
};

/** Shows each, so that whoever is asked knows what goes. */
async function choose({ args, terminal }: CommandContext, app: App, workspace: string): Promise<Chosen> {
  const documents = [...new Set(args.texts('document'))];
  for (const document of documents) {
    const { value } = await app.documents.get(workspace, document);
    terminal.note(`${oneLine(value.source ?? value.name)} (${count(value.characters, 'character')})`);
  }
  const ids = new Set(args.positionals);
  for (const text of args.texts('match') ?? [])
    for (const { id } of await app.memories.saying(workspace, text)) ids.add(id);
  const width = Math.max(20, terminal.drawingWidth - 38);
  for (const id of [...ids].slice(0, SHOWN)) {
    const { text } = await app.memories.get(workspace, id);
    terminal.note(`${id}  ${fit(oneLine(text.slice(0, 1000)), width)}`);
  }
  if (ids.size > SHOWN) terminal.note(`… and ${ids.size - SHOWN} more.`);
  return { ids: [...ids], documents };
}

function question({ ids, documents }: Chosen): string {
  const parts = [
    ...(ids.length > 0 ? [count(ids.length, 'memory', 'memories')] : []),
    ...(documents.length > 0 ? [count(documents.length, 'document')] : []),
  ];
  const what = parts.length > 0 ? parts.join(' and ') : 'the files of the store of what was deleted before';
  return `Purge ${what}? The store is written anew, which takes a while.`;
}

function show(receipt: PurgeReceipt, { print, note }: Terminal): void {
  const { at, removed, blobs, cacheFiles, hashes, did, remains, copies } = receipt;
  print(`Purged at ${iso(at)}. ${describeReceipt(removed)}`);
  if (blobs.removed > 0) print(`${count(blobs.removed, 'blob')} removed; ${size(blobs.bytes)}.`);
  if (cacheFiles > 0) print(`${count(cacheFiles, 'file')} of caches removed.`);
  for (const sentence of did) print(sentence);
  for (const { hash, of } of hashes.slice(0, SHOWN)) print(`SHA-256 of the ${of}: ${hash}`);
  if (hashes.length > SHOWN) print(`… and ${hashes.length - SHOWN} more hashes; --json has them all.`);
  for (const sentence of remains) note(`Remains: ${sentence}`);
  if (copies.length === 0) return note('No backups or exports are known; copies elsewhere may hold it.');
  note(`${count(copies.length, 'backup or export', 'backups and exports')} made before may hold it:`);
  for (const { name, madeAt } of copies.slice(0, SHOWN)) note(`  ${oneLine(name)} (${iso(madeAt)})`);
  if (copies.length > SHOWN) note(`  … and ${copies.length - SHOWN} more; --json has them all.`);
}
