/** Exports of chats: a zip archive with `conversations.json`, or that file itself, conversation by conversation. */
import { createReadStream } from 'node:fs';
import type { TranscriptFile, TranscriptItem, TranscriptReading, TranscriptSource } from '@zapomni/core/ports';
import { fieldsOf, type Fields } from '../sources/parse/pick.ts';
import { jsonElements } from '../streams/json-elements.ts';
import { fileNameOf, reasonOf } from './broken.ts';
import { fileFacts } from './place.ts';
import { unpacked, zipEntries } from './zip-members.ts';

const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/i;

interface ExportFormat extends Pick<TranscriptSource, 'client' | 'title' | 'lies'> {
  /** Whether a conversation is one of this program's. */
  isConversation(value: Fields): boolean;
  tell(conversation: Fields): Iterable<TranscriptItem>;
}

export function exportSource({ client, title, lies, isConversation, tell }: ExportFormat): TranscriptSource {
  return {
    client,
    title,
    lies,
    // People keep exports anywhere: they name them.
    places: () => [],
    async *find() {},
    async takes(path) {
      const file = /\.(?:json|zip)$/i.test(path) ? await fileFacts(client, path) : null;
      if (!file) return false;
      try {
        for await (const { value } of conversations(file, {})) return isConversation(fieldsOf(value));
      } catch {
        return false;
      }
      return false;
    },
    async *read(file, reading = {}) {
      const broken = (where: string, why: string): void => reading.onBroken?.({ where, why });
      try {
        for await (const { where, value } of conversations(file, reading)) {
          if (value === undefined) broken(where, 'is not JSON');
          else if (!isConversation(fieldsOf(value))) broken(where, `is no conversation of ${title}`);
          else yield* tell(fieldsOf(value));
        }
      } catch (error) {
        reading.signal?.throwIfAborted();
        broken(fileNameOf(file), reasonOf(error));
      }
    },
  };
}

interface Element {
  readonly where: string;
  /** Undefined for what is no JSON, or too long. */
  readonly value: unknown;
}

async function* conversations(file: TranscriptFile, reading: TranscriptReading): AsyncGenerator<Element> {
  if (!/\.zip$/i.test(file.path)) {
    const bytes = counted(createReadStream(file.path, { signal: reading.signal }), reading);
    return yield* elements(fileNameOf(file), bytes);
  }
  const entries = (await zipEntries(file.path)).filter(({ name }) => CONVERSATIONS.test(name));
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    yield* elements(entry.name, unpacked(file.path, entry, reading));
}

async function* counted(chunks: AsyncIterable<Buffer>, { onBytes }: TranscriptReading): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

async function* elements(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Element> {
  for await (const { part, number, text } of jsonElements(decoded(bytes)))
    if (part === '' || part === 'conversations') yield { where: `${name} ${number}`, value: parsed(text) };
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
