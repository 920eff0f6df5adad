/** What is kept of conversations without being asked for. */
export type { CaptureOptions, CaptureReport } from './capture-turns.ts';
export type { Compaction, Turn } from './turn.ts';
export type { CaptureEvent, CaptureStatus } from './waiting/capture-event.ts';
