/** Tells a format by the bytes. A name or type that somebody gave decides only between formats that the bytes allow. */
import { FORMATS, type Format } from './formats.ts';
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
    const certainty = judge(format, sample);
    if (certainty > most) [best, most] = [format, certainty];
  }
  if (!best && isLockedOffice(sample)) throw unreadable('The document is encrypted: it opens with a password only.');
  if (!best) throw unreadable(`No reader knows this kind of file: it looks like ${describeBytes(sample)}.`);
  return best;
}

function judge(format: Format, sample: Sample): number {
  const certainty = format.sniff(sample);
  if (certainty === 0) return 0;
  const named = format.extensions.includes(sample.extension) ? NAME : 0;
  const typed = format.mimeType === sample.mimeType || format.mimeTypes?.includes(sample.mimeType) ? MIME_TYPE : 0;
  return certainty + named + typed;
}
