/** How the graph is doing. */
import type { Entity } from '../../../model/index.ts';
import type { GraphCounts, WorkItem } from '../../../ports/index.ts';

export type GraphHealth = 'Healthy' | 'Warning' | 'Critical';

export interface GraphStatus extends GraphCounts {
  readonly workspace: string;
  /** The setting `graph`: whether what is added is read in the background. */
  readonly enabled: boolean;
  readonly extractor: string;
  /** Share of the memories that mention something, in percent; of those that were read. */
  readonly coverage: number;
  readonly entitiesPerMemory: number;
  readonly relationsPerEntity: number;
  /** The ten with most relations. */
  readonly topConnected: readonly Entity[];
  /** Readings and builds of any process, those that run first, then those that wait. */
  readonly tasks: readonly WorkItem[];
  /** Something is being read now, or about to be. */
  readonly busy: boolean;
  readonly health: GraphHealth;
  /** Why it is not healthy, or that it is. */
  readonly reason: string;
}
