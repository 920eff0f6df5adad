/**
 * What kinds of things happen to a store. `memory.*` and `workspace.*` say what their names say. `memory.extracted`: what a
 * memory names and relates was read and put into the graph; `graph.changed`: somebody asserted, retracted, merged or removed
 * entities or relations; `record.changed`: records of a collection came, changed or went (the ids begin with its name and a
 * slash); `work.changed`: items of work were queued, got on or ended.
 */
export const CHANGE_KINDS = [
  'memory.added',
  'memory.changed',
  'memory.removed',
  'memory.extracted',
  'workspace.created',
  'workspace.cleared',
  'workspace.removed',
  'graph.changed',
  'record.changed',
  'work.changed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something that was changed in the store. */
export interface StoreChange {
  readonly kind: ChangeKind;
  /** Null for what concerns none, or where it is not known which. */
  readonly workspace: string | null;
  /**
   * Of memories, entities, records or items of work. Empty: too many to name, take all of the kind for changed. A change of
   * a whole workspace names none. What belongs to something that went has gone with it and is not named itself.
   */
  readonly ids: readonly string[];
}

/** What keeps changes for others keeps many of them: they must be small. */
const MOST_IDS = 100;
const MOST_LENGTH = 4000;

/** A change to what is named; none where nothing is. */
export function changeTo(kind: ChangeKind, workspace: string | null, ids: Iterable<string>): StoreChange[] {
  const named = [...new Set(ids)];
  if (named.length === 0) return [];
  const length = named.reduce((sum, id) => sum + id.length, 0);
  return [{ kind, workspace, ids: named.length > MOST_IDS || length > MOST_LENGTH ? [] : named }];
}

/** A change to a workspace as a whole. */
export function changeToWorkspace(kind: `workspace.${string}` & ChangeKind, workspace: string): StoreChange[] {
  return [{ kind, workspace, ids: [] }];
}

/**
 * What the log for other processes keeps of a change. The ids of entities are names, and a name that was forgotten must not
 * be left behind in it: whoever reads of the graph there takes all of it for changed.
 */
export function loggedChange(change: StoreChange): StoreChange {
  return change.kind === 'graph.changed' ? { ...change, ids: [] } : change;
}
