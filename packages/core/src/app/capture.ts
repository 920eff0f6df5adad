/** Keeping what is worth it of conversations, as the faces of the application see it: hooks tell of them, importers bring past ones. */
import type { CaptureOptions, CaptureReport } from '../services/capture/capture-turns.ts';
import type { Compaction, Turn } from '../services/capture/turn.ts';
import type { CaptureEvent, CaptureStatus } from '../services/capture/waiting/capture-event.ts';
import type { LiveCapture } from '../services/capture/waiting/live-capture.ts';
import type { Deps } from '../services/deps.ts';
import { Drain } from '../services/work/drain.ts';
import type { WorkRunner } from '../services/work/work-runner.ts';
import type { MemoryCalls } from './memories.ts';

export interface CaptureCalls {
  /** Takes what a hook tells of a conversation. Returns when it is written down; it is captured in the background. */
  hear(event: CaptureEvent): Promise<void>;
  /** Captures turns now. The same ones again change nothing. */
  turns(turns: AsyncIterable<Turn | Compaction>, options?: CaptureOptions): Promise<CaptureReport>;
  status(workspace: string): Promise<CaptureStatus>;
  /** Holds for every process of the data folder at once. */
  set(on: boolean): Promise<void>;
}

export interface Capture {
  readonly calls: CaptureCalls;
  close(): void;
}

/** Loaded with the first turn: most servers have none. */
export function createCapture(deps: Deps, { add: remember }: MemoryCalls, runner: WorkRunner): Capture {
  let live: Promise<LiveCapture> | undefined;
  const load = () =>
    (live ??= import('../services/capture/waiting/live-capture.ts').then(
      ({ LiveCapture }) => new LiveCapture({ ...deps, remember }),
    ));
  const drain = new Drain(deps, runner, {
    kind: 'capture',
    drain: async ({ signal, progress }) => {
      const done = await (await load()).drain(signal, (so) => progress(so, so, 'turns'));
      return { done, later: null };
    },
  });
  return {
    calls: {
      hear: async (event) => {
        if (await (await load()).hear(event)) await drain.begin();
      },
      turns: async (turns, options) => (await load()).turns(turns, options),
      status: async (workspace) => (await load()).status(workspace),
      set: async (on) => deps.captureGate?.set(on),
    },
    close: () => drain.close(),
  };
}
