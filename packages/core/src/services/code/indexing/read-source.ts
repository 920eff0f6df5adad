/** From the bytes of a file to what is kept of it. Decides, and writes nothing. */
import { toZapomniError, type ZapomniError } from '../../../errors/index.ts';
import { decodeFacts, outlineOf, type CodeOutline, type CodeParser } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request, type Asker } from '../../documents/fetch-source.ts';
import { hashOf } from '../../memory/prepare-text.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FACTS, factsKey, type KeptFile, type RepositoryOptions } from '../store/index.ts';
import { decodeText } from './decode-text.ts';
import { isWanted, saysSecret } from './leave-out.ts';
import type { SeenFile } from './list-files.ts';
import { isOfThisIndex } from './stamp.ts';

/** `same`: nothing but the stamp is other than it was. */
export type Reading = { readonly file: SeenFile; readonly known: KeptFile | null; readonly readAt: number } & (
  | { readonly outcome: 'same' }
  | { readonly outcome: 'skipped'; readonly hash: string; readonly language: string | null; readonly reason: string }
  | { readonly outcome: 'failed'; readonly error: ZapomniError }
  | ({ readonly outcome: 'read' } & ReadSource)
);

export interface ReadSource {
  readonly hash: string;
  readonly text: string;
  readonly language: string | null;
  /** Null where none could be had, for the reason. */
  readonly outline: CodeOutline | null;
  /** All facts, to be kept; null where they are. */
  readonly packed: Uint8Array | null;
  readonly reason: string | null;
}

export interface SourceContext extends Asker {
  /** The repository's own workspace. */
  readonly store: string;
  readonly options: RepositoryOptions;
  readonly parser: CodeParser;
  /** Nothing can be known by its hash. */
  readonly isFirst: boolean;
  /** Only decide whether it would be read. */
  readonly dryRun: boolean;
}

const HEAD = 4096;

export async function readSource(
  deps: Deps,
  context: SourceContext,
  file: SeenFile,
  known: KeptFile | null,
): Promise<Reading> {
  const about = { file, known, readAt: deps.clock.now() };
  try {
    const bytes = await bytesOf(deps, file, context);
    const hash = await hashOf(bytes);
    const text = decodeText(bytes);
    const language = context.parser.languageOf(file.path, bytes.subarray(0, HEAD));
    const reason = whyNot(deps, context, file.path, { text, language });
    if (known && isAsKnown(known, hash, reason)) return { ...about, outcome: 'same' };
    if (text === null || reason !== null)
      return { ...about, outcome: 'skipped', hash, language, reason: reason ?? 'binary' };
    const facts = context.dryRun ? NOT_ASKED : await factsOf(deps, context, { hash, text, language });
    return { ...about, outcome: 'read', hash, text, language, ...facts };
  } catch (error) {
    context.signal?.throwIfAborted();
    return { ...about, outcome: 'failed', error: toZapomniError(error) };
  }
}

/** The same bytes, and the same is to become of them. */
function isAsKnown({ value }: KeptFile, hash: string, reason: string | null): boolean {
  if (value.hash !== hash || !isOfThisIndex(value.stamp)) return false;
  if (value.state === 'stale' || value.state === 'failed') return false;
  return reason === (value.state === 'skipped' ? value.reason : null);
}

function whyNot(
  { config }: Deps,
  { parser, options: { languages } }: SourceContext,
  path: string,
  { text, language }: { text: string | null; language: string | null },
): string | null {
  if (text === null) return 'binary';
  if (text.length > config.max_text_length) return 'too_large';
  if (text.trim() === '') return 'empty';
  const other = parser.notSource(path, text);
  if (other !== null) return other;
  if (saysSecret(text)) return 'secret';
  return isWanted(languages, path, language) ? null : 'language';
}

async function bytesOf(deps: Deps, { absolute }: SeenFile, asker: Asker): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of filesOf(deps).bytes({ path: absolute }, request(asker))) parts.push(piece);
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

type Had = Pick<ReadSource, 'outline' | 'packed' | 'reason'>;
const NOT_ASKED: Had = { outline: null, packed: null, reason: null };

async function factsOf(
  deps: Deps,
  context: SourceContext,
  { hash, text, language }: { hash: string; text: string; language: string | null },
): Promise<Had> {
  if (language === null) return NOT_ASKED;
  const kept = context.isFirst ? null : await keptFacts(deps, context.store, factsKey(hash, language));
  if (kept) return { reason: null, ...kept };
  try {
    const { signal, parser } = context;
    const { outline, packed } = await parser.parsePacked({ language, text }, signal ? { signal } : {});
    return { outline, packed, reason: null };
  } catch (error) {
    context.signal?.throwIfAborted();
    return { ...NOT_ASKED, reason: WHY[toZapomniError(error).code] ?? 'parser_failed' };
  }
}

const WHY: Readonly<Record<string, string>> = { TOO_LARGE: 'too_large_to_parse', TIMEOUT: 'timeout' };

/** Null also for what cannot be read: it is parsed again. What nothing used is written anew, as used. */
async function keptFacts(deps: Deps, store: string, key: string): Promise<Pick<Had, 'outline' | 'packed'> | null> {
  const kept = await collection(deps, CODE_FACTS).get(store, key);
  if (!kept) return null;
  try {
    const packed = Buffer.from(kept.value.facts, 'base64');
    return { outline: outlineOf(decodeFacts(packed)), packed: kept.value.unused_since === null ? null : packed };
  } catch {
    return null;
  }
}
