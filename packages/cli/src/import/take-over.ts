/** Reads what another program remembers and stores it, a portion at a time: each is durable before the next is read. */
import { whyNotStorable, type ImportFormat, type ImportOptions } from '@zapomni/core/import';
import type { Progress } from '../session/settle-embeddings.ts';
import type { Session } from '../session/with-app.ts';
import { readSource } from './read-source.ts';
import type { FoundFile } from './source-files.ts';
import { Tally, type Sample } from './tally.ts';

const MOST_ITEMS = 64;
const MOST_CHARACTERS = 500_000;

export interface Source {
  readonly format: ImportFormat;
  readonly files: readonly FoundFile[];
  readonly options: ImportOptions;
  readonly maxTextLength: number;
  /** Also what the user has forgotten. */
  readonly bringsBack: boolean;
  readonly onBytes?: (bytes: number) => void;
}

/** Looks, and stores nothing. Without a session there is no store, and nothing was ever forgotten. */
export async function lookAt(source: Source, session: Session | null): Promise<Tally> {
  const tally = new Tally();
  for await (const portion of inPortions(storable(source, tally)))
    for (const sample of session ? await wantedOf(session, source, portion, tally) : portion) tally.take(sample);
  return tally;
}

export async function takeOver(session: Session, source: Source, progress: Progress): Promise<Tally> {
  const tally = new Tally();
  const onBytes = (bytes: number): void => void (progress.bytes += bytes);
  for await (const portion of inPortions(storable({ ...source, onBytes }, tally))) {
    const wanted = await wantedOf(session, source, portion, tally);
    if (wanted.length > 0) await store(session, wanted, tally);
    progress.stored = tally.imported;
  }
  return tally;
}

async function* storable(source: Source, tally: Tally): AsyncGenerator<Sample> {
  const { format, options, onBytes = () => undefined } = source;
  for (const file of source.files) {
    tally.files++;
    for await (const finding of readSource(file, { format, options, onBytes })) {
      const reason = 'skipped' in finding ? finding.skipped : whyNotStorable(finding.draft, source.maxTextLength);
      if (reason !== null) tally.skip(finding.where, reason);
      else if ('draft' in finding) yield finding;
    }
  }
}

/** An item whose key is in the portion already begins another: there it is known. */
async function* inPortions(samples: AsyncIterable<Sample>): AsyncGenerator<Sample[]> {
  let portion = new Map<string, Sample>();
  let characters = 0;
  for await (const sample of samples) {
    const isFull = portion.size >= MOST_ITEMS || characters >= MOST_CHARACTERS;
    if (isFull || portion.has(sample.draft.key)) {
      yield [...portion.values()];
      portion = new Map();
      characters = 0;
    }
    portion.set(sample.draft.key, sample);
    characters += sample.draft.text.length;
  }
  if (portion.size > 0) yield [...portion.values()];
}

/** Without what the user has forgotten, unless that is wanted back. */
async function wantedOf(
  { app, workspace }: Session,
  { bringsBack }: Source,
  portion: readonly Sample[],
  tally: Tally,
): Promise<readonly Sample[]> {
  if (bringsBack) return portion;
  const texts = portion.map(({ draft }) => draft.text);
  const forgotten = await app.memories.areForgotten(workspace, texts);
  tally.forgotten += forgotten.filter(Boolean).length;
  return portion.filter((_, i) => !forgotten[i]);
}

async function store({ app, workspace }: Session, portion: readonly Sample[], tally: Tally): Promise<void> {
  const drafts = portion.map(({ draft }) => draft);
  const { memories, embedded } = await app.memories.add({ workspace, drafts, batch: true });
  tally.embedded &&= embedded;
  for (const sample of portion) tally.take(sample);
  for (const warning of memories.flatMap((memory) => memory.warnings)) tally.warn(warning);
  const texts = new Map(memories.map(({ id, status }, i) => [id, { status, text: drafts[i]?.text.trim() }]));
  const known = [...texts].filter(([, { status }]) => status === 'duplicate').map(([id]) => id);
  tally.imported += portion.length - known.length;
  tally.known += known.length;
  if (known.length === 0) return;
  const there = await app.memories.many(workspace, known);
  tally.differs += there.filter(({ id, text }) => texts.get(id)?.text !== text).length;
}
