/**
 * Keeps what is worth keeping of conversations, whoever hands them over: hooks while they go on, importers of past ones.
 *
 *   turn ── captured at all? excluded? ──▶ private parts and secrets cut ── seen? ──▶ distilled ──▶ what is new is kept
 */
import type { CaptureDeps } from './capture-deps.ts';
import { isOpen, workspaceFor } from './capture-deps.ts';
import { cleanCompaction, cleanTurn } from './clean.ts';
import { distil } from './distil/choose.ts';
import { keepDistilled } from './keep/keep-distilled.ts';
import { keepSummary } from './keep/keep-summary.ts';
import { isSeen, keyOf, seenWrite } from './seen.ts';
import type { Compaction, Turn } from './turn.ts';

export interface CaptureReport {
  readonly turns: number;
  readonly kept: number;
  /** Sentences that the store had already, or that the user has forgotten. */
  readonly duplicates: number;
  readonly superseded: number;
  readonly secretsCut: number;
  /** Turns that were seen before, are excluded, or came while capturing was off. */
  readonly skipped: number;
}

export interface CaptureOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((report: CaptureReport) => void) | undefined;
}

const NOTHING: CaptureReport = { turns: 0, kept: 0, duplicates: 0, superseded: 0, secretsCut: 0, skipped: 0 };

/** The same turns again change nothing. What was kept before the signal fires stays. */
export async function captureTurns(
  deps: CaptureDeps,
  turns: AsyncIterable<Turn | Compaction>,
  { signal, onProgress }: CaptureOptions = {},
): Promise<CaptureReport> {
  let report = NOTHING;
  for await (const item of turns) {
    signal?.throwIfAborted();
    report = sum(report, await captureOne(deps, item, signal));
    onProgress?.(report);
  }
  return report;
}

async function captureOne(
  deps: CaptureDeps,
  given: Turn | Compaction,
  signal: AbortSignal | undefined,
): Promise<Partial<CaptureReport>> {
  const workspace = isOpen(deps) ? workspaceFor(deps, given.folder) : null;
  if (workspace === null) return { turns: 1, skipped: 1 };
  const { item, secretsCut } = 'summary' in given ? cleanCompaction(given) : cleanTurn(given);
  const key = await keyOf(item);
  if (await isSeen(deps, workspace, key)) return { turns: 1, skipped: 1 };
  if ('summary' in item) return { turns: 1, secretsCut, ...(await keepSummary(deps, workspace, item)) };
  const distilled = await distil(deps, item, signal);
  const seen = (memories: number) => seenWrite(deps, key, memories);
  return { turns: 1, secretsCut, ...(await keepDistilled(deps, { workspace, turn: item, distilled, seen })) };
}

function sum(one: CaptureReport, other: Partial<CaptureReport>): CaptureReport {
  const names = Object.keys(NOTHING) as (keyof CaptureReport)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as unknown as CaptureReport;
}
