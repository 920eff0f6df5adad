import type { App } from '@zapomni/core';

type AppEvent = Parameters<Parameters<App['events']['subscribe']>[0]>[0];
type ChangeEvent = Exclude<AppEvent, { readonly kind: 'overflow' }>;

/** A change as a page hears of it: what it should look at again, and who did it. */
export interface ShownChange {
  readonly kind: ChangeEvent['kind'];
  readonly workspace_id?: string;
  /** Empty: too many to name. */
  readonly ids: readonly string[];
  readonly by?: string;
  readonly cause: ChangeEvent['cause'];
}

export function toShownChange({ kind, workspace, ids, by, cause }: ChangeEvent): ShownChange {
  return {
    kind,
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ids,
    ...(by === null ? {} : { by }),
    cause,
  };
}
