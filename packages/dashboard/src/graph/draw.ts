/** Draws a graph with WebGL. Loaded when the graph is first looked at. */
import { MultiGraph } from 'graphology';
import { Sigma } from 'sigma';
import type { Output } from '../api/client.ts';
import { LAYOUT_WORKER } from '../generated/worker.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-worker.ts';
import { colourOf } from './colours.ts';

type Picture = Output<'getGraph'>;

/** So few things that every one and every relation can be named without a tangle. */
const ALL_NAMED = 40;

export interface Drawing {
  show(picture: Picture): Promise<void>;
  close(): void;
}

interface Handlers {
  readonly onNode: (id: string) => void;
  readonly onEdge: (id: string) => void;
}

/** Throws when the browser has no WebGL; the list beside has the same. */
export function openDrawing(container: HTMLElement, { onNode, onEdge }: Handlers): Drawing {
  const graph = new MultiGraph();
  const styles = getComputedStyle(container);
  const sigma = new Sigma(graph, container, {
    labelColor: { color: styles.color },
    edgeLabelColor: { color: styles.color },
    enableEdgeEvents: true,
    defaultEdgeType: 'arrow',
    defaultEdgeColor: styles.outlineColor,
    stagePadding: 70,
  });
  sigma.on('clickNode', ({ node }) => onNode(node));
  sigma.on('clickEdge', ({ edge }) => onEdge(edge));
  const layout = createLayout();
  const places = new Map<string, { x: number; y: number }>();
  return {
    async show({ nodes, edges }) {
      for (const { id, x, y } of await layout.find(nodes, edges, places)) places.set(id, { x, y });
      graph.clear();
      const isSmall = nodes.length <= ALL_NAMED;
      sigma.setSetting('labelRenderedSizeThreshold', isSmall ? 0 : 6);
      sigma.setSetting('renderEdgeLabels', isSmall);
      for (const { id, name, type, weight } of nodes) {
        const { x, y } = places.get(id) ?? { x: 0, y: 0 };
        graph.addNode(id, { x, y, label: name, size: 3 + Math.sqrt(weight), color: colourOf(type) });
      }
      for (const { id, from, to, relation, weight } of edges) {
        const label = relation.replaceAll('_', ' ').toLowerCase();
        graph.addEdgeWithKey(id, from, to, { size: 1 + 2 * weight, label });
      }
      sigma.refresh();
    },
    close() {
      layout.close();
      sigma.kill();
    },
  };
}

function createLayout() {
  const worker = new Worker(workerAddress(), { type: 'module' });
  return {
    find: (nodes: Picture['nodes'], edges: Picture['edges'], places: ReadonlyMap<string, { x: number; y: number }>) =>
      new Promise<LayoutAnswer>((resolve) => {
        worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => resolve(data), { once: true });
        const request: LayoutRequest = { nodes: nodes.map(({ id }) => ({ id, ...places.get(id) })), edges };
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** The one script address that is made at run time goes through the one policy that the page's headers allow. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return LAYOUT_WORKER;
  policy ??= trustedTypes.createPolicy('zapomni', {
    createScriptURL(url) {
      if (url !== LAYOUT_WORKER) throw new TypeError('Not a script of this page.');
      return url;
    },
  });
  return policy.createScriptURL(LAYOUT_WORKER) as string;
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
