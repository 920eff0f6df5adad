/**
 * A reader whose name ends in a number gets better with it: what its older selves have read is read again, in the background and under the same
 * rules as everything else. A memory's new reading replaces the old one; what was linked or merged by hand is nobody's reading and stays.
 */
import type { Deps } from '../../deps.ts';

const NUMBERED = /^(?<family>.+)-(?<number>\d+)$/u;

/** Queues every memory, once for each number. A crash on the way only does it again. */
export async function readAnew({
  storage,
  extractor,
  logger,
}: Pick<Deps, 'storage' | 'extractor' | 'logger'>): Promise<void> {
  const { family, number } = NUMBERED.exec(extractor.name)?.groups ?? {};
  if (family === undefined || number === undefined) return;
  const setting = `reader:${family}`;
  if ((await storage.settings.get(setting)) === number) return;
  let memories = 0;
  for (const { id } of await storage.workspaces.list()) memories += await storage.extractions.requeue(id);
  await storage.settings.set(setting, number);
  if (memories > 0) logger.log('info', 'reading_anew', { memories, reader: extractor.name });
}
