/** A passage's id in every port: the number of its workspace's graph and its own number in there. Never given twice. */
const GRAPH = 2 ** 32;

export interface PassagePlace {
  readonly graph: number;
  readonly n: number;
}

export function passageId(graph: number, n: number): number {
  return graph * GRAPH + n;
}

export function placeOf(id: number): PassagePlace {
  const graph = Math.floor(id / GRAPH);
  return { graph, n: id - graph * GRAPH };
}

/** By graph; ids that no store of ours can have given are left out. */
export function byGraph(ids: readonly number[]): Map<number, number[]> {
  const places = ids.filter((id) => Number.isSafeInteger(id) && id >= GRAPH).map(placeOf);
  const groups = new Map<number, number[]>();
  for (const { graph, n } of places) groups.set(graph, [...(groups.get(graph) ?? []), n]);
  return groups;
}
