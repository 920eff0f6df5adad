/** `zapomni import FILE`: fills an empty store with what `zapomni export` wrote. */
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import { importExport } from '@zapomni/core/migrate';
import { usageError } from '../arguments/arguments.ts';
import type { Command } from '../commands/command.ts';
import { blobsOf } from '../backup/backup-place.ts';
import { blobFolder, missingBlobs, putBlobs } from './beside-blobs.ts';
import { renderReport, reportJson } from './describe-report.ts';
import { fileLines } from './file-lines.ts';
import { readPlace } from './store-place.ts';
import { readThrottle } from './throttle.ts';
import { withStores } from './with-stores.ts';
import { count } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';

const DIFFERENT = 1;

export const importStore: Command = (context) => {
  const { args, terminal } = context;
  const [file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) {
    throw usageError(
      'import: name what to import.',
      'A file of `zapomni export`, or a format and its file: `zapomni import` lists them.',
    );
  }
  const throttle = readThrottle(args.text('throttle'));
  return withStores(context, async ({ config, open, bar, signal }) => {
    const place = readPlace(args.text('to') ?? config.store, '--to', config);
    const target = open((logger) => place.openTarget(logger));
    const blobs = blobsOf(place, config);
    const put = await putBlobs(blobs, blobFolder(file));
    const report = await adding(
      importExport({
        target,
        open: () => fileLines(file),
        throttle,
        signal,
        onProgress: ({ done, total }) => bar.update(done, total, `importing ${count(total, 'entry', 'entries')}`),
      }),
    );
    bar.clear();
    const missing = await missingBlobs(blobs, target.records);
    if (args.has('json')) printJson(terminal, { ...reportJson(report), blobs: { taken: put, missing } });
    else {
      terminal.print(renderReport(report, terminal));
      const how = report.equal ? 'All of it is in the store.' : 'The store differs from the file.';
      terminal.note(`Imported ${count(report.copied, 'record')}. ${how}`);
      if (put > 0) terminal.note(`${count(put, 'blob')} came from the folder beside the file.`);
      if (missing > 0) terminal.note(`${count(missing, 'blob')} that records refer to did not come with the file.`);
    }
    return report.equal ? 0 : DIFFERENT;
  });
};

/** A store that holds something is left alone; there is another way for it. */
async function adding<T>(importing: Promise<T>): Promise<T> {
  try {
    return await importing;
  } catch (error) {
    const { code, message, hint, cause } = toZapomniError(error);
    if (code !== 'CONFLICT') throw error;
    const other = '`zapomni import zapomni FILE` adds the memories of an export to a store that holds others.';
    throw new ZapomniError(code, message, { hint: `${hint} ${other}`, cause });
  }
}
