/** The text of some version of a file and what it says: by its bytes, so that what was parsed once is not parsed again. */
import { hash } from 'node:crypto';
import { decodeFacts, type CodeFacts } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { decodeText } from '../indexing/decode-text.ts';
import { CODE_FACTS, factsKey } from '../store/index.ts';
import { symbolsIn, type VersionSymbol } from './symbols-in.ts';

/** Larger ones are not parsed: they are no source that people wrote. */
export const MOST_VERSION_BYTES = 1024 * 1024;

export interface FileVersion {
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly VersionSymbol[];
}

const HEAD_BYTES = 4096;

export interface VersionSource {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** Null for what no grammar knows, what is no text, and what cannot be parsed. */
export async function readVersion(
  deps: Deps,
  store: string,
  { path, bytes, signal }: VersionSource,
): Promise<FileVersion | null> {
  const { codeParser } = deps;
  if (!codeParser || bytes.length > MOST_VERSION_BYTES) return null;
  const language = codeParser.languageOf(path, bytes.subarray(0, HEAD_BYTES));
  const text = language === null ? null : decodeText(bytes);
  if (language === null || text === null) return null;
  const kept = await keptFacts(deps, store, factsKey(hash('sha256', bytes), language));
  const facts = kept ?? (await parsed(deps, { language, text }, signal));
  return facts && { path, text, symbols: symbolsIn(facts) };
}

async function keptFacts(deps: Deps, store: string, key: string): Promise<CodeFacts | null> {
  const kept = await collection(deps, CODE_FACTS).get(store, key);
  return kept && decodeFacts(Buffer.from(kept.value.facts, 'base64'));
}

async function parsed(
  { codeParser, logger }: Deps,
  source: { readonly language: string; readonly text: string },
  signal: AbortSignal | undefined,
): Promise<CodeFacts | null> {
  try {
    return (await codeParser?.parse(source, signal ? { signal } : {})) ?? null;
  } catch (error) {
    signal?.throwIfAborted();
    logger.log('debug', 'version_not_parsed', { error });
    return null;
  }
}

/** Lines `first` to `last` of a text, counted from 1. */
export function linesOf(text: string, first: number, last: number): string[] {
  return text.split(/\r\n|\n|\r/).slice(first - 1, last);
}
