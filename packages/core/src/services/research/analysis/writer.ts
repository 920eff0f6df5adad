/** The language model that writes, where one is chosen. Nothing fails for the lack of it: whoever asked gets the passages and writes. */
import { toZapomniError } from '../../../errors/index.ts';
import type { Llm } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { chosenLlm } from '../../models/chosen-llm.ts';
import type { EvidencePassage } from './evidence.ts';
import { writeFrom, type Synthesis } from './synthesis.ts';

export interface Written {
  readonly synthesis: Synthesis | null;
  /** Why there is none though a model is chosen. */
  readonly problem: string | null;
}

export interface WritingTask {
  readonly task: string;
  readonly passages: readonly EvidencePassage[];
  readonly signal?: AbortSignal | undefined;
}

const NOTHING: Written = { synthesis: null, problem: null };

export async function write(deps: Deps, { task, passages, signal }: WritingTask): Promise<Written> {
  const llm = passages.length === 0 ? null : await openWriter(deps);
  if (!llm) return NOTHING;
  try {
    return { synthesis: await writeFrom(llm, task, passages, signal), problem: null };
  } catch (error) {
    if (signal?.aborted) throw error;
    const { code, message } = toZapomniError(error);
    deps.logger.log('warning', 'synthesis_failed', { model: llm.name, code });
    return {
      synthesis: null,
      problem: code === 'INTERNAL' ? 'The model answered in another form than asked.' : message,
    };
  } finally {
    await llm.close();
  }
}

async function openWriter({ config, storage, models }: Deps): Promise<Llm | null> {
  if (!models) return null;
  const choice = await chosenLlm({ config, settings: storage.settings });
  return choice.provider === 'none' ? null : models.openLlm(choice);
}
