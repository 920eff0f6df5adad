/** What may be captured of conversations. */
export { createCaptureGate, type CaptureGateOptions } from './folder-gate.ts';
