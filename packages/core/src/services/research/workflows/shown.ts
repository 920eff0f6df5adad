/** Workflows and their runs as callers are shown them. */
import type { WorkflowDefinition } from './definition/definition.ts';
import type { RunResult } from './run/run-result.ts';
import type { Health } from './store/health.ts';
import type { KeptRun, KeptVersion, KeptWorkflow } from './store/workflow-record.ts';

export interface ShownWorkflow {
  readonly workflow: KeptWorkflow;
  readonly health: Health;
  /** The latest; null before the first. */
  readonly lastRun: KeptRun | null;
}

export interface WorkflowDetails extends ShownWorkflow {
  /** Of the version that was asked for. */
  readonly definition: WorkflowDefinition;
  readonly version: number;
  /** Earlier ones, the latest first. */
  readonly versions: readonly KeptVersion[];
  readonly runs: readonly KeptRun[];
}

export interface EndedRun {
  readonly run: KeptRun;
  readonly result: RunResult | null;
}
