/**
 * What a document was before it changed. Its text is in the history of its memory; how that was built, and of a page the bytes
 * as the site gave them, is kept here, so that what was quoted can be shown again with its place.
 */
import { z } from 'zod';
import { ZapomniError } from '../../errors/index.ts';
import type { RecordWrite } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';
import { STRUCTURES, toStructure, type KeptDocument } from './document-record.ts';
import type { OpenDocument } from './find-document.ts';
import { NO_STRUCTURE } from './flatten.ts';

const VERSIONS = defineCollection({
  name: 'document_versions',
  schema: z.strictObject({
    document: z.string(),
    /** Of the text, as memories have it. */
    text_hash: z.string(),
    /** Of the bytes. */
    hash: z.string().nullable(),
    blob: z.string().nullable(),
    title: z.string().nullable(),
    structure: STRUCTURES.schema.nullable(),
  }),
  indexes: { by_text: ['document', 'text_hash'] },
  parent: { collection: 'documents' },
  blobs: ['blob'],
});

export interface EarlierVersion {
  /** Of the memory: as `get_memory` counts them. */
  readonly version: number;
  readonly from: number;
  readonly until: number;
  readonly title: string | null;
  readonly blob: string | null;
}

/** What is to be written when a document gets another text, together with it. */
export async function versionWrites(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  newHash: string,
): Promise<RecordWrite[]> {
  const memory = known?.value.memory;
  if (!known || !memory) return [];
  const [before] = await deps.storage.memories.summaries(workspace, [memory]);
  // What was superseded has ended: the file that came back begins anew.
  if (!before || before.hash === newHash || before.supersededBy !== null) return [];
  const structure = await collection(deps, STRUCTURES).get(workspace, known.key);
  const { hash, blob, title } = known.value;
  const value = { document: known.key, text_hash: before.hash, hash, blob, title, structure: structure?.value ?? null };
  return [collection(deps, VERSIONS).writeFor(`${known.key}.${known.version}`, value, { parent: known.key })];
}

/** Oldest first; one that differs from the next in other things than its text is not told. */
export async function earlierVersions(
  deps: Deps,
  workspace: string,
  { key, value }: KeptDocument,
): Promise<EarlierVersion[]> {
  const history = value.memory === null ? [] : await deps.storage.memories.history(workspace, value.memory);
  const texts = history.filter(({ hash }, i) => hash !== history[i + 1]?.hash);
  const [current] = value.memory === null ? [] : await deps.storage.memories.summaries(workspace, [value.memory]);
  return Promise.all(
    texts
      .filter(({ hash }, i) => i < texts.length - 1 || hash !== current?.hash)
      .map(async ({ version, recordedAt: from, recordedTo: until, hash }) => {
        const kept = await keptOf(deps, workspace, key, hash);
        return { version, from, until, title: kept?.value.title ?? null, blob: kept?.value.blob ?? null };
      }),
  );
}

/** The document as it was. NOT_FOUND names the versions that there are. */
export async function openVersion(
  deps: Deps,
  workspace: string,
  document: KeptDocument,
  version: number,
): Promise<OpenDocument> {
  const { memory } = document.value;
  const history = memory === null ? [] : await deps.storage.memories.history(workspace, memory);
  const wanted = history.find((one) => one.version === version);
  if (!wanted) throw noVersion(await earlierVersions(deps, workspace, document));
  const kept = await keptOf(deps, workspace, document.key, wanted.hash);
  const { title = null, hash = null, blob = null } = kept?.value ?? {};
  const value = { ...document.value, title, hash, blob, characters: wanted.text.length };
  const structure = kept?.value.structure ? toStructure(kept.value.structure) : NO_STRUCTURE;
  return { document: { ...document, value }, text: wanted.text, structure };
}

async function keptOf(deps: Deps, workspace: string, document: string, hash: string) {
  const query = { index: 'by_text' as const, where: { document, text_hash: hash }, limit: 1 };
  return (await collection(deps, VERSIONS).list(workspace, query)).items[0] ?? null;
}

function noVersion(versions: readonly EarlierVersion[]): ZapomniError {
  const there = versions.map(({ version, from }) => `${version} (of ${new Date(from).toISOString().slice(0, 10)})`);
  const hint = there.length === 0 ? 'It was never read otherwise than it is now.' : `There are ${there.join(', ')}.`;
  return new ZapomniError('NOT_FOUND', 'version: the document has no such earlier version.', {
    hint,
    issues: [{ field: 'version', error: 'not found' }],
  });
}
