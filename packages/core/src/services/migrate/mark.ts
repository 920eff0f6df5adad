/** Where a migration has got to. It is kept in the target with the records, so that both are there or neither is. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ZapomniError } from '../../errors/index.ts';
import { fingerprint, RECORD_KINDS, type RecordName } from '../../model/index.ts';
import type { StoreTransfer } from '../../ports/index.ts';
import { totalsOf } from './summary-stream.ts';

export interface Mark {
  /** Tells the source from others, without naming it. */
  readonly source: string;
  readonly stage: 'copying' | 'comparing' | 'done';
  /** The last record that was copied. */
  readonly after: RecordName | null;
  /** Of all that the target held when it was done. */
  readonly fingerprint: string | null;
}

export interface Begun {
  readonly mark: Mark;
  readonly resumed: boolean;
}

const markSchema = z.object({
  source: z.string(),
  stage: z.enum(['copying', 'comparing', 'done']),
  after: z.object({ kind: z.enum(RECORD_KINDS), key: z.array(z.string()) }).nullable(),
  fingerprint: z.string().nullable(),
});

/** The first name of all but settings: a store that was only looked at may have some of these. */
const FIRST: RecordName = { kind: 'workspace', key: [] };

/**
 * Begins a migration, or takes up the one that was begun. CONFLICT unless the target is empty, or was filled from this
 * source and not changed by anyone since.
 */
export async function takeUp(target: StoreTransfer, sourceName: string): Promise<Begun> {
  const source = createHash('sha256').update(sourceName).digest('hex');
  const text = await target.mark();
  const mark = text === null ? null : readMark(text);
  if (!mark) {
    const { summaries } = await target.summarize(FIRST, 1);
    if (summaries.length > 0) throw occupied('The target holds memories of its own; it was left alone.');
    const first: Mark = { source, stage: 'copying', after: null, fingerprint: null };
    // Before anything else: some of the first batch may be all that a crash leaves.
    await target.write([], writeMark(first));
    return { mark: first, resumed: false };
  }
  if (mark.source !== source) throw occupied('The target was filled from another source; it was left alone.');
  if (mark.stage === 'done' && fingerprint(await totalsOf(target)) !== mark.fingerprint) {
    throw occupied('The target has been changed since it was filled from this source; it was left alone.');
  }
  return { mark, resumed: true };
}

export function writeMark(mark: Mark): string {
  return JSON.stringify(mark);
}

function readMark(text: string): Mark {
  const parsed = markSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new ZapomniError('STORE_TOO_NEW', 'The target was filled by a newer version of Zapomni; it was left alone.');
}

function occupied(message: string): ZapomniError {
  return new ZapomniError('CONFLICT', message, {
    hint: 'Name a target that is empty, such as a new folder.',
  });
}
