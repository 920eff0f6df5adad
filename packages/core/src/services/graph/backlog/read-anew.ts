/**
 * A reader whose name ends in a number gets better with it: what its older selves have read is read again, in the background and under the same
 * rules as everything else. A memory's new reading replaces the old one; what was linked or merged by hand is nobody's reading and stays.
 */
import type { Deps } from '../../deps.ts';

/** Changes whenever finds become things in another way than before, which is as good a reason as another reader. */
const RESOLUTION = 2;
const NUMBERED = /^(?<family>.+)-(?<number>\d+)$/u;

/** Queues every memory, once for each number. A crash on the way only does it again. */
export async function readAnew({
  storage,
  extractor,
  logger,
}: Pick<Deps, 'storage' | 'extractor' | 'logger'>): Promise<void> {
  const { family, number } = NUMBERED.exec(extractor.name)?.groups ?? {};
  if (family === undefined || number === undefined) return;
  const [setting, current] = [`reader:${family}`, `${number}.${RESOLUTION}`];
  if ((await storage.settings.get(setting)) === current) return;
  let memories = 0;
  for (const { id } of await storage.workspaces.list()) memories += await storage.extractions.requeue(id);
  await storage.settings.set(setting, current);
  if (memories > 0) logger.log('info', 'reading_anew', { memories, reader: extractor.name });
}
