/**
 * Of a paper that is here as JATS or as a page, and as a PDF, one text is searched: the same sentence is not found twice, and not as
 * letters on a page where it was marked up. The other stays, to be read and quoted with its pages. So does a second copy of one file.
 */
import type { Deps } from '../../../deps.ts';
import { cutAround } from '../../../documents/document-facts.ts';
import { DOCUMENTS } from '../../../documents/document-record.ts';
import { collection } from '../../../records/collection.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import { filesOf } from '../store/index.ts';
import { fileRank, openFile, textFiles } from '../store/paper-texts.ts';

/** Doing it again changes nothing. */
export async function settleTexts(deps: Deps, workspace: string, paper: string): Promise<void> {
  const [best, ...others] = await textFiles(deps, workspace, paper);
  if (!best) return;
  await settle(deps, workspace, best, false);
  const lesser = others.filter((file) => fileRank(file) > fileRank(best));
  const first = lesser.length === 0 ? null : await openFile(deps, workspace, best);
  for (const [i, file] of others.entries()) {
    const text = first && lesser.includes(file) ? await openFile(deps, workspace, file) : null;
    const isSaid = first !== null && text !== null && saysTheSame(text.text, first.text);
    const earlier = [best, ...others.slice(0, i)];
    await settle(deps, workspace, file, isSaid || (await isCopy(deps, workspace, file, earlier)));
  }
}

/** Of one that can be read. */
async function isCopy(
  deps: Deps,
  workspace: string,
  { value: { hash } }: KeptPaperFile,
  earlier: readonly KeptPaperFile[],
): Promise<boolean> {
  for (const file of earlier)
    if (hash !== '' && file.value.hash === hash && (await openFile(deps, workspace, file))) return true;
  return false;
}

async function settle(deps: Deps, workspace: string, file: KeptPaperFile, silent: boolean): Promise<void> {
  const { key, value } = file;
  const document = await collection(deps, DOCUMENTS).get(workspace, value.document ?? '');
  const [there] = await deps.storage.memories.summaries(workspace, [document?.value.memory ?? '']);
  // Of a change that was taken back the record says one thing, and its passages another.
  if (!there || (value.silent === silent && (there.passageCount === 0) === silent)) return;
  const opened = await openFile(deps, workspace, file);
  if (!opened) return;
  const { text, structure } = opened;
  const flat = { format: '', title: null, text, metadata: {}, warnings: [], structure };
  const apart = value.apart.map(([start, end]) => ({ start, end }));
  const passages = silent ? [] : await cutAround(deps, flat, apart);
  const put = filesOf(deps).writeFor(key, { ...value, silent }, { parent: value.paper });
  const patch = { text: { text, hash: there.hash, passages } };
  await deps.storage.memories.update(workspace, there.id, patch, deps.clock.now(), [put]);
}

const WORDS = 5;
const SAMPLES = 300;
/** Print breaks words, and heads, notes and formulas stand in between; of another text next to nothing is shared. */
const ENOUGH = 0.3;

/** A supplement that lies beside a paper under its name says something else, and is searched like it. */
function saysTheSame(one: string, other: string): boolean {
  const [some, all] = [wordsOf(one), wordsOf(other)];
  const there = new Set(runsOf(all, 1));
  const samples = [...runsOf(some, Math.max(1, Math.floor(some.length / SAMPLES)))];
  const shared = samples.filter((run) => there.has(run)).length;
  return samples.length > 0 && shared / samples.length >= ENOUGH;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function* runsOf(words: readonly string[], step: number): Generator<string> {
  for (let i = 0; i + WORDS <= words.length; i += step) yield words.slice(i, i + WORDS).join(' ');
}
