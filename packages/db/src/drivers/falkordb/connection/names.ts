export interface WorkNames {
  readonly items: string;
  readonly payloads: string;
  readonly order: string;
  readonly keys: string;
  readonly counts: string;
  readonly numbers: string;
}

/**
 * The keys of a store. All begin with its prefix, so that several stores can share a server. What lies within braces
 * decides which node of a cluster holds a key: the registry is on one, each workspace's graph wherever its number falls.
 */
export interface Names {
  /** Hash: workspace → its number, title, description and time. */
  readonly workspaces: string;
  /** Hash: embedding model → its number and dimensions. */
  readonly models: string;
  /** Counter: the last number given to a workspace, or to a model. */
  readonly numbers: string;
  /** Counter: goes up with every write. */
  readonly version: string;
  /** Stream: what was changed, and by whom. */
  readonly changes: string;
  /** Set: numbers of workspaces that may have passages without a vector. */
  readonly waiting: string;
  /** Hash: what the processes of a store agree on. */
  readonly settings: string;
  /** Sorted set: tombstones of workspaces that are gone. */
  readonly buried: string;
  /** How far a migration into the store has got. */
  readonly mark: string;
  /** Who keeps writers waiting; see writers-gate.ts. */
  readonly gate: string;
  /** The version of the schema. */
  readonly format: string;
  /** What outlives the call that asked for it; see work/tables.ts. */
  readonly work: WorkNames;
  graph(number: number): string;
}

export function namesOf(prefix: string): Names {
  const key = (name: string): string => `{${prefix}}:${name}`;
  return {
    workspaces: key('workspaces'),
    models: key('models'),
    numbers: key('numbers'),
    version: key('version'),
    changes: key('changes'),
    waiting: key('waiting'),
    settings: key('settings'),
    buried: key('buried'),
    mark: key('mark'),
    gate: key('gate'),
    format: key('format'),
    work: {
      items: key('work'),
      payloads: key('work:payloads'),
      order: key('work:order'),
      keys: key('work:keys'),
      counts: key('work:counts'),
      numbers: key('work:numbers'),
    },
    graph: (number) => `{${prefix}:${number}}`,
  };
}
