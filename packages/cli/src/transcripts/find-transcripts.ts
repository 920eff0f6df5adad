/** The files with past sessions that are meant: those of this machine, or those that were named. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { invalidField } from '@zapomni/core/errors';
import type { TranscriptFile, TranscriptPlace, TranscriptSource } from '@zapomni/core/ports';
import { fileFacts, filesBelow, TRANSCRIPT_SOURCES } from '@zapomni/providers/transcripts';
import { oneLine } from '../output/harmless.ts';

export interface FoundTranscript {
  readonly source: TranscriptSource;
  readonly file: TranscriptFile;
}

/** Of a folder that was named. */
const DEPTH = 8;

export function chosenSources(names: readonly string[]): readonly TranscriptSource[] {
  const known = TRANSCRIPT_SOURCES.map(({ client }) => client);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalidField('--client', `has no sessions that can be read: ${oneLine(unknown)}`, `Use ${known.join(', ')}.`);
  return names.length === 0 ? TRANSCRIPT_SOURCES : TRANSCRIPT_SOURCES.filter(({ client }) => names.includes(client));
}

export async function findTranscripts(
  sources: readonly TranscriptSource[],
  named: readonly string[],
  place: TranscriptPlace,
): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const one of named) found.push(...(await inPlace(sources, one)));
  if (named.length > 0) return found;
  for (const source of sources) for await (const file of source.find(place)) found.push({ source, file });
  return found;
}

async function inPlace(sources: readonly TranscriptSource[], given: string): Promise<FoundTranscript[]> {
  const there = await stat(given).catch(() => null);
  if (!there) throw invalidField(oneLine(given), 'there is no such file or folder');
  const found: FoundTranscript[] = [];
  const files = there.isDirectory() ? filesBelow(path.resolve(given), DEPTH, () => true) : [path.resolve(given)];
  for await (const file of files) found.push(...(await ofFile(sources, file)));
  if (found.length > 0) return found;
  const places = sources.map(({ client, lies }) => `${client}: ${lies}`).join('; ');
  throw invalidField(oneLine(given), 'holds no session or export that is known', `What can be read: ${places}.`);
}

/** The first that takes it. */
async function ofFile(sources: readonly TranscriptSource[], file: string): Promise<FoundTranscript[]> {
  if (!(await fileFacts('', file))) return [];
  for (const source of sources) {
    const facts = (await source.takes(file)) ? await fileFacts(source.client, file) : null;
    if (facts) return [{ source, file: facts }];
  }
  return [];
}
