/** Tells a format by the bytes. A name or type that somebody gave decides only between formats that the bytes allow. */
import { FORMATS, type Format } from './formats.ts';
import { CERTAIN } from './sniff/certainty.ts';
import { describeBytes, isLockedOffice } from './sniff/describe-bytes.ts';
import { unreadable } from './reading.ts';
import { Sample } from './sample.ts';

/** What a name is worth: enough to choose among texts, not enough against the signs of another format. */
const NAME = 0.2;
const MIME_TYPE = 0.15;

export function detectFormat(bytes: Uint8Array, name: string | undefined, mimeType: string | undefined): Format {
  if (bytes.length === 0) throw unreadable('The file is empty.');
  const sample = new Sample(bytes, name, mimeType);
  let best: Format | undefined;
  let most = 0;
  for (const format of FORMATS) {
    const certainty = format.sniff(sample);
    // To look at such bytes as a text, as the others do, takes longer than to read some of these files.
    if (certainty === CERTAIN) return format;
    const worth = certainty === 0 ? 0 : certainty + trustIn(format, sample);
    if (worth > most) [best, most] = [format, worth];
  }
  if (!best && isLockedOffice(sample)) throw unreadable('The document is encrypted: it opens with a password only.');
  if (!best) throw unreadable(`No reader knows this kind of file: it looks like ${describeBytes(sample)}.`);
  return best;
}

/** What the name and type that somebody gave speak for it. */
function trustIn(format: Format, { extension, mimeType }: Sample): number {
  const named = format.extensions.includes(extension) ? NAME : 0;
  const typed = format.mimeType === mimeType || format.mimeTypes?.includes(mimeType) ? MIME_TYPE : 0;
  return named + typed;
}
