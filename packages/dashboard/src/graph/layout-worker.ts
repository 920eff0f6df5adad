/** Finds a place for everything in a graph, away from the thread that draws: forces, for a while, then rest. */
import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

export interface LayoutRequest {
  /** Those that had a place keep near it. */
  readonly nodes: readonly { readonly id: string; readonly x?: number | undefined; readonly y?: number | undefined }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export type LayoutAnswer = readonly { readonly id: string; readonly x: number; readonly y: number }[];

interface Node extends SimulationNodeDatum {
  readonly id: string;
}

const TICKS = 200;

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const nodes: Node[] = data.nodes.map(({ id, x, y }) => ({
    id,
    ...(x === undefined || y === undefined ? {} : { x, y }),
  }));
  const links = data.edges.map(({ from, to }) => ({ source: from, target: to }));
  const simulation = forceSimulation(nodes)
    .force('charge', forceManyBody().strength(-60))
    .force(
      'link',
      forceLink<Node, SimulationLinkDatum<Node>>(links)
        .id(({ id }) => id)
        .distance(40),
    )
    .force('x', forceX().strength(0.04))
    .force('y', forceY().strength(0.04))
    .force('centre', forceCenter())
    .force('apart', forceCollide(8))
    .stop();
  simulation.tick(TICKS);
  const places: LayoutAnswer = simulation.nodes().map(({ id, x = 0, y = 0 }) => ({ id, x, y }));
  postMessage(places);
});
