/** What lost against another edit stays beside the file, for the user to see. */
import { toZapomniError } from '../../../errors/index.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { conflictName } from '../note/file-name.ts';
import { toIso } from '../note/note-fields.ts';
import type { Pass } from './pass.ts';

/** The same content beside the same file gets the same name on that day: done again, it is there already. */
export async function writeConflictCopy(
  { deps, view, writer, tally }: Pass,
  copy: { readonly file: string; readonly content: string; readonly reason: string },
): Promise<void> {
  const { file, content, reason } = copy;
  const hash = await sha256(content);
  const name = conflictName(file, toIso(deps.clock.now()).slice(0, 10), hash);
  try {
    const { version: stamp } = await writer.put(view.place.folder, name, content, null);
    view.put({ relative: name, path: view.pathOf(name), stamp, hash, id: null, problem: null, isConflictCopy: true });
  } catch (error) {
    if (toZapomniError(error).code !== 'CONFLICT') throw error;
  }
  await writer.flush(view.place.folder, [name]);
  tally.conflicts.push({ file, copy: name, reason });
}
