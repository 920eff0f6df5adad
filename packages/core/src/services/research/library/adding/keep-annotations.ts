/**
 * What readers have marked in a file of a paper: kept with the file, and as a memory of the paper, so that a search finds it with its page.
 * Another set of marks takes the place of the one before.
 */
import type { DocumentAnnotation, DocumentPage, NewMemory, RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { ANNOTATIONS_FORMAT, annotationSpans, annotationText } from '../../../documents/paper/annotation-text.ts';
import { forgottenAmong, formHashes, liftForgotten } from '../../../forgotten/index.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { reread } from '../change/rewrite-paper.ts';
import { paperFacts } from '../keep/paper-memory.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import { annotationsOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

export interface Marks {
  readonly file: KeptPaperFile;
  readonly annotations: readonly DocumentAnnotation[];
  readonly pages: readonly DocumentPage[];
  /** Leave out what the user has forgotten. */
  readonly leaveForgotten?: boolean | undefined;
}

/** Doing it again changes nothing. */
export async function keepAnnotations(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  { file, annotations, pages, leaveForgotten = false }: Marks,
): Promise<KeptPaper> {
  const { marked, there } = await markedBefore(deps, workspace, file);
  const isSame = JSON.stringify(marked) === JSON.stringify(annotations);
  if (isSame && (annotations.length === 0 || there !== null)) return paper;
  const writing = { workspace, paper, file, there };
  if (annotations.length === 0) await clear(deps, writing);
  else {
    const text = annotationText(annotations, pages);
    const hashes = await formHashes(text);
    if (leaveForgotten && (await forgottenAmong(deps, workspace, hashes)).size > 0) return paper;
    await write(deps, writing, { annotations, text });
    await liftForgotten(deps, workspace, hashes);
  }
  return reread(deps, workspace, paper.key);
}

/** And the memory that holds it, where that is still there. */
async function markedBefore(
  deps: Deps,
  workspace: string,
  { key }: KeptPaperFile,
): Promise<{ readonly marked: readonly DocumentAnnotation[]; readonly there: string | null }> {
  const before = (await annotationsOf(deps).get(workspace, key))?.value;
  const [memory] = before?.memory ? await deps.storage.memories.summaries(workspace, [before.memory]) : [];
  return { marked: before?.annotations ?? [], there: memory?.id ?? null };
}

interface Writing {
  readonly workspace: string;
  readonly paper: KeptPaper;
  readonly file: KeptPaperFile;
  /** The memory that holds what was marked before. */
  readonly there: string | null;
}

/** The paper has changed too: whoever writes of it, as its note does, has to look again. */
function paperWrite(deps: Deps, { key, value, version }: KeptPaper, texts: readonly string[]): RecordWrite {
  const record = { ...value, texts: [...new Set(texts)], updated_at: deps.clock.now() };
  return papersOf(deps).writeFor(key, record, { ifVersion: version });
}

async function clear(deps: Deps, { workspace, paper, file, there }: Writing): Promise<void> {
  const { storage, clock } = deps;
  const left = paper.value.texts.filter((one) => one !== there);
  const writes = [annotationsOf(deps).deletionOf(file.key), paperWrite(deps, paper, left)];
  if (there === null) await storage.records.write(workspace, writes, clock.now());
  else await storage.memories.remove(workspace, [there], clock.now(), writes);
}

async function write(
  deps: Deps,
  { workspace, paper, file, there }: Writing,
  { annotations, text }: { readonly annotations: readonly DocumentAnnotation[]; readonly text: string },
): Promise<void> {
  const { storage, clock } = deps;
  const memory = there ?? deps.ids.next();
  const kept = annotations.map((one) => ({ ...one, quads: one.quads.map((quad) => [...quad]) }));
  const value = { paper: paper.key, memory, annotations: kept };
  const writes = [
    annotationsOf(deps).writeFor(file.key, value, { parent: file.key }),
    paperWrite(deps, paper, [...paper.value.texts, memory]),
  ];
  const body = { text, hash: await sha256(text), passages: annotationSpans(text) };
  if (there !== null)
    return void (await storage.memories.update(workspace, there, { text: body }, clock.now(), writes));
  const { metadata, ...facts } = paperFacts(paper.key, paper.value);
  const added: NewMemory = {
    id: memory,
    workspace,
    ...body,
    ...facts,
    metadata: { ...metadata, format: ANNOTATIONS_FORMAT },
    key: null,
    validFrom: facts.occurredAt ?? clock.now(),
    supersedes: null,
  };
  await storage.memories.add([added], clock.now(), undefined, writes);
}
