import { ZapomniError } from '../../../errors/index.ts';
import type { FileRequest, Files } from '../../../ports/index.ts';
import { hashOf } from '../../memory/prepare-text.ts';

export interface TextFile {
  readonly text: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
}

/** INVALID_INPUT for what is no UTF-8. */
export async function readText(files: Files, path: string, asked: FileRequest): Promise<TextFile> {
  const pieces: Uint8Array[] = [];
  for await (const piece of files.bytes({ path }, asked)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return { text: decode(bytes), hash: await hashOf(bytes) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ZapomniError('INVALID_INPUT', 'It is not written in UTF-8.', { cause });
  }
}
