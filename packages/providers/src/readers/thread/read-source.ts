/** The way of a source through detection and its format's module, and that of what is in it. */
import { ZapomniError } from '@zapomni/core/errors';
import type { DocumentLimits, DocumentMember, DocumentSource, ReadDocument } from '@zapomni/core/ports';
import { detectFormat } from '../detect-format.ts';
import type { Format } from '../formats.ts';
import type { OcrOptions } from '../ocr/find-engine.ts';
import { Budget, tooLarge, unreadable, type ReadContext } from '../reading.ts';

/** A mail in an archive in a mail is still somebody's; deeper nesting is a trap. */
const MOST_LEVELS = 4;

export interface ReadSourceOptions {
  readonly limits: DocumentLimits;
  readonly ocr?: OcrOptions | undefined;
  /** Loads a module; the thread may not be ended meanwhile. */
  load(format: Format): ReturnType<Format['load']>;
}

export function readSource(source: DocumentSource, options: ReadSourceOptions): Promise<ReadDocument> {
  const { maxBytes } = options.limits;
  if (source.bytes.length > maxBytes) throw tooLarge(`It has more than ${maxBytes} bytes.`);
  return readNested(source, options, new Budget(options.limits), 1);
}

async function readNested(
  { bytes, name, mimeType }: DocumentSource,
  options: ReadSourceOptions,
  budget: Budget,
  level: number,
): Promise<ReadDocument> {
  const format = detectFormat(bytes, name, mimeType);
  const { read } = await options.load(format);
  const context: ReadContext = {
    format: format.name,
    mimeType: format.mimeType,
    name,
    limits: options.limits,
    budget,
    ocr: options.ocr,
    readMember: (member) => readMember(member, options, budget, level + 1),
  };
  try {
    return await read(bytes, context);
  } catch (error) {
    if (error instanceof ZapomniError) throw error;
    throw unreadable(`The file is damaged: it begins like ${format.label} and cannot be read to its end.`, error);
  }
}

async function readMember(
  source: DocumentSource & { readonly name: string },
  options: ReadSourceOptions,
  budget: Budget,
  level: number,
): Promise<DocumentMember> {
  const { name } = source;
  try {
    budget.page();
    if (level > MOST_LEVELS) throw tooLarge(`It is packed more than ${MOST_LEVELS} times.`);
    return { name, document: await readNested(source, options, budget, level) };
  } catch (error) {
    if (!(error instanceof ZapomniError)) throw error;
    return { name, error: { code: error.code, message: error.message } };
  }
}
