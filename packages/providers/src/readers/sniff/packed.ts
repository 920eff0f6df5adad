/** Formats that have a signature: PDF, RTF, and all that is packed as a zip archive. */
import type { Sample } from '../sample.ts';
import { zipKind, type ZipKind } from '../zip/zip-kind.ts';
import { CERTAIN, LIKELY, POSSIBLE } from './certainty.ts';

/** Readers have always looked for the signature of PDF in the first kilobyte, before which some programs put other bytes. */
const WITHIN = 1024;

export function sniffPdf(sample: Sample): number {
  if (sample.has('%PDF-')) return CERTAIN;
  const limit = Math.min(sample.bytes.length, WITHIN);
  // A text may speak of it.
  for (let at = 1; at < limit; at++) if (sample.has('%PDF-', at)) return sample.isText ? POSSIBLE : LIKELY;
  return 0;
}

export function sniffRtf(sample: Sample): number {
  return sample.has('{\\rtf') ? CERTAIN : 0;
}

export function sniffZip(kind: ZipKind): (sample: Sample) => number {
  return (sample) => (zipKind(sample) === kind ? CERTAIN : 0);
}
