/** Names what the bytes of a file look like, for the error that refuses it. */
import type { Sample } from '../sample.ts';

const OLD_OFFICE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

/** Signature, where it stands, and what has it. */
const KINDS: readonly (readonly [signature: string, at: number, words: string])[] = [
  ['\x89PNG', 0, 'a PNG picture'],
  ['\xff\xd8\xff', 0, 'a JPEG picture'],
  ['GIF8', 0, 'a GIF picture'],
  ['WEBP', 8, 'a WebP picture'],
  ['II*\0', 0, 'a TIFF picture'],
  ['MM\0*', 0, 'a TIFF picture'],
  ['BM', 0, 'a BMP picture'],
  ['ID3', 0, 'an MP3 recording'],
  ['OggS', 0, 'an Ogg recording'],
  ['fLaC', 0, 'a FLAC recording'],
  ['WAVE', 8, 'a WAV recording'],
  ['AVI ', 8, 'an AVI film'],
  ['ftyp', 4, 'an MP4 film or recording'],
  ['\x1aE\xdf\xa3', 0, 'a Matroska or WebM film'],
  ['SQLite format 3\0', 0, 'an SQLite database'],
  [OLD_OFFICE, 0, 'an Office file of before 2007'],
  ['PK\x03\x04', 0, 'a zip archive'],
  ['\x1f\x8b', 0, 'a gzip archive'],
  ['BZh', 0, 'a bzip2 archive'],
  ['\xfd7zXZ\0', 0, 'an xz archive'],
  ['(\xb5/\xfd', 0, 'a zstd archive'],
  ['7z\xbc\xaf\x27\x1c', 0, 'a 7-Zip archive'],
  ['Rar!\x1a\x07', 0, 'a RAR archive'],
  ['ustar', 257, 'a tar archive'],
  ['\x7fELF', 0, 'a program'],
  ['MZ', 0, 'a program'],
  ['\xcf\xfa\xed\xfe', 0, 'a program'],
  ['\xca\xfe\xba\xbe', 0, 'a program'],
  ['\0asm', 0, 'a WebAssembly program'],
  ['wOFF', 0, 'a font'],
  ['wOF2', 0, 'a font'],
  ['\0\x01\0\0\0', 0, 'a font'],
];

/** Office puts a document with a password into a file of the old kind, as a stream of this name. */
export function isLockedOffice(sample: Sample): boolean {
  return (
    sample.has(OLD_OFFICE) &&
    Buffer.from(sample.bytes.buffer, sample.bytes.byteOffset, sample.bytes.length).includes(LOCKED)
  );
}

export function describeBytes(sample: Sample): string {
  const known = KINDS.find(([signature, at]) => sample.has(signature, at));
  if (known) return known[2];
  return sample.bytes.every((byte) => byte === 0) ? 'nothing but zeros' : 'binary data of an unknown kind';
}
