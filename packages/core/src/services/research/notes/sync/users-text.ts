/** What the user wrote in a note, as a memory that follows it. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { Metadata } from '../../../../model/index.ts';
import type { MemoryPatch, RecordWrite } from '../../../../ports/index.ts';
import { forgottenAmong, formHashes } from '../../../forgotten/index.ts';
import { checkText } from '../../../memory/draft.ts';
import { prepareText } from '../../../memory/prepare-text.ts';
import type { Job, NotesPass } from './note-job.ts';

const NOTE_KIND = 'note';

export interface TextWrite {
  readonly id: string;
  readonly passages: number;
  write(records: readonly RecordWrite[]): Promise<void>;
}

/** Why it cannot be remembered. */
export interface RefusedText {
  readonly refused: string;
}

/** Null when the memory says so already, or there is nothing. */
export async function usersText(pass: NotesPass, job: Job): Promise<TextWrite | RefusedText | null> {
  const said = job.merged?.usersText ?? '';
  if (said === '') return null;
  try {
    checkText(said, pass.deps.config.max_text_length);
  } catch (error) {
    return { refused: toZapomniError(error).message };
  }
  return writeOf(pass, job, said);
}

async function writeOf({ deps, asked }: NotesPass, job: Job, said: string): Promise<TextWrite | null> {
  const { record, path } = job;
  const { storage, clock } = deps;
  const [memory] = record?.memory ? await storage.memories.get(asked.workspace, [record.memory]) : [];
  // What the user has deleted does not come back because a file still says it.
  const isGone = async () => (await forgottenAmong(deps, asked.workspace, await formHashes(said))).size > 0;
  if (memory ? memory.text === said : await isGone()) return null;
  const text = await prepareText(deps, said);
  const passages = text.passages.length;
  if (memory) {
    const patch: MemoryPatch = { text };
    const write = async (records: readonly RecordWrite[]): Promise<void> =>
      void (await storage.memories.update(asked.workspace, memory.id, patch, clock.now(), records));
    return { id: memory.id, passages, write };
  }
  const facts = {
    id: deps.ids.next(),
    workspace: asked.workspace,
    ...text,
    kind: NOTE_KIND,
    tags: [],
    source: path,
    metadata: metadataOf(job),
    occurredAt: null,
    validFrom: clock.now(),
    key: null,
    supersedes: null,
  };
  const write = async (records: readonly RecordWrite[]): Promise<void> =>
    void (await storage.memories.add([facts], clock.now(), undefined, records));
  return { id: facts.id, passages, write };
}

function metadataOf({ paper }: Job): Metadata {
  return { paper_id: paper.key, ...(paper.value.citekey === null ? {} : { citekey: paper.value.citekey }) };
}
