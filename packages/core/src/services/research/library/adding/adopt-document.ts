/**
 * Makes the text of a paper of a document that has been read: its memory becomes one of the paper, and what stands apart in it, the list of
 * references, is not found as text any more.
 */
import { PAPER_KIND } from '../../../../model/index.ts';
import type { MemoryPatch } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutAround } from '../../../documents/document-facts.ts';
import type { OpenDocument } from '../../../documents/find-document.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { reread, rewritePaper, textPatch } from '../change/rewrite-paper.ts';
import { filesOf } from '../store/index.ts';
import { fileOf, openFile } from '../store/paper-texts.ts';
import { FILE_KINDS, type KeptPaperFile } from '../store/file-record.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { settleTexts } from './one-text.ts';

export interface Adopted {
  readonly paper: KeptPaper;
  readonly file: KeptPaperFile;
}

export interface Adoptable {
  readonly open: OpenDocument;
  /** Stretches that no search is to find. */
  readonly apart: readonly { start: number; end: number }[];
  /** What is known of the copy, where a source told of it. */
  readonly origin?: Partial<Pick<KeptPaperFile['value'], 'licence' | 'version'>> | undefined;
}

/** Doing it again changes nothing. */
export async function adoptDocument(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  { open, apart, origin = {} }: Adoptable,
): Promise<Adopted> {
  const { document } = open;
  const memory = document.value.memory ?? '';
  const before = await fileOf(deps, workspace, document.key);
  const key = before?.key ?? (await freeKey(deps, workspace, document));
  const read = fileRecord(paper.key, open, toPairs(apart), deps.clock.now());
  const isSame = sameFile(before?.value, read);
  const value = { ...read, ...(before ? lastingOf(before.value, isSame) : {}), ...origin };
  const put = filesOf(deps).writeFor(key, value, { parent: paper.key });
  const patch = await patchOf(deps, workspace, paper, { open, apart, isSame });
  await deps.storage.memories.update(workspace, memory, patch, deps.clock.now(), [put]);
  const record = { ...paper.value, texts: [...paper.value.texts, memory] };
  const told = paper.value.texts.includes(memory)
    ? await reread(deps, workspace, paper.key)
    : await rewritePaper(deps, workspace, paper, { record });
  await settleTexts(deps, workspace, paper.key);
  return { paper: told, file: (await filesOf(deps).get(workspace, key)) as KeptPaperFile };
}

/** A file is known by its bytes; a copy of one that is there is known by its own text. */
async function freeKey(
  deps: Deps,
  workspace: string,
  { key, value: { hash } }: OpenDocument['document'],
): Promise<string> {
  if (!hash) return key;
  const there = await filesOf(deps).get(workspace, hash);
  return there && (await openFile(deps, workspace, there)) ? key : hash;
}

/** What was known of the file before. What has another text is cut anew, and only then compared with that of other files. */
function lastingOf({ added_at, licence, version, silent }: KeptPaperFile['value'], isSame: boolean) {
  return { added_at, licence, version, silent: isSame && silent };
}

function sameFile(before: KeptPaperFile['value'] | undefined, now: KeptPaperFile['value']): boolean {
  return before?.hash === now.hash && JSON.stringify(before.apart) === JSON.stringify(now.apart);
}

interface Adopting {
  readonly open: OpenDocument;
  readonly apart: readonly { start: number; end: number }[];
  /** It was cut so already. */
  readonly isSame: boolean;
}

async function patchOf(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  { open, apart, isSame }: Adopting,
): Promise<MemoryPatch> {
  const { document, text, structure } = open;
  const [summary] = await deps.storage.memories.summaries(workspace, [document.value.memory ?? '']);
  const patch = { ...textPatch(paper.key, paper.value, summary?.metadata ?? {}), kind: PAPER_KIND };
  if (isSame) return patch;
  const flat = { format: '', title: null, text, metadata: {}, warnings: [], structure };
  return { ...patch, text: { text, hash: await sha256(text), passages: await cutAround(deps, flat, apart) } };
}

function toPairs(apart: readonly { start: number; end: number }[]): [number, number][] {
  return apart.map(({ start, end }) => [start, end]);
}

function fileRecord(
  paper: string,
  { document }: OpenDocument,
  apart: [number, number][],
  added_at: number,
): KeptPaperFile['value'] {
  const { value, key } = document;
  const format = value.format ?? 'other';
  const kind = FILE_KINDS.find((one) => one === format) ?? (format === 'markdown' ? 'text' : 'other');
  return {
    paper,
    hash: value.hash ?? '',
    blob: value.blob,
    kind,
    bytes: value.size,
    pages: value.pages,
    text_state: 'read',
    reason: null,
    document: key,
    apart,
    silent: false,
    source: value.source,
    licence: null,
    version: null,
    added_at,
  };
}
