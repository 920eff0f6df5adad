/** What is worth keeping of a conversation, and who said it. */
export const CAPTURE_KINDS = [
  'decision',
  'preference',
  'correction',
  'fact',
  'failed-attempt',
  'command',
  'open-end',
] as const;

export type CaptureKind = (typeof CAPTURE_KINDS)[number];

export type Speaker = 'user' | 'answer';

/** A sentence that stands for itself, and why it was kept. */
export interface Distilled {
  readonly kind: CaptureKind;
  readonly text: string;
  readonly who: Speaker;
  readonly score: number;
  /** What spoke for it and against it, by name. */
  readonly cues: readonly string[];
}
