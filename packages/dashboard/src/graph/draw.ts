/** Draws a graph with WebGL. Loaded when the graph is first looked at. */
import { MultiGraph } from 'graphology';
import { Sigma } from 'sigma';
import type { Output } from '../api/client.ts';
import { LAYOUT_WORKER } from '../generated/worker.ts';
import { colourOf } from './colours.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-worker.ts';
import { Places, type Point } from './places.ts';

type Picture = Output<'getGraph'>;

/** So few things that every one and every relation can be named without a tangle. */
const ALL_NAMED = 40;
const DRAGGED_PX = 4;

export interface Drawing {
  show(picture: Picture): Promise<void>;
  /** Forgets where things were, and finds places anew. */
  layOut(picture: Picture): Promise<void>;
  /** Where a thing is drawn, from the corner of the picture; undefined where it is not. */
  placeOf(id: string): Point | undefined;
  /** Things that stand out. */
  mark(ids: ReadonlySet<string>): void;
  close(): void;
}

interface Handlers {
  readonly onNode: (id: string) => void;
  readonly onEdge: (id: string) => void;
  /** The other button: for what can be done with it. */
  readonly onMenu: (id: string) => void;
  /** One was drawn onto another. */
  readonly onDrop: (dragged: string, onto: string) => void;
}

/** Throws when the browser has no WebGL; the list beside has the same. */
export function openDrawing(container: HTMLElement, handlers: Handlers): Drawing {
  const graph = new MultiGraph();
  const styles = getComputedStyle(container);
  const places = new Places();
  let marked: ReadonlySet<string> = new Set();
  const sigma = new Sigma(graph, container, {
    labelColor: { color: styles.color },
    edgeLabelColor: { color: styles.color },
    enableEdgeEvents: true,
    defaultEdgeType: 'arrow',
    defaultEdgeColor: styles.outlineColor,
    stagePadding: 70,
    nodeReducer: (id, data) => (marked.has(id) ? { ...data, highlighted: true, forceLabel: true } : data),
  });
  sigma.on('clickEdge', ({ edge }) => handlers.onEdge(edge));
  followPointer(sigma, graph, places, handlers);
  const layout = createLayout();
  const show = async (picture: Picture): Promise<void> => {
    // Where everything has its place already it keeps it: what is played through time does not dance.
    if (picture.nodes.some(({ id }) => places.get(id) === undefined)) {
      for (const { id, x, y } of await layout.find(picture, places)) places.set(id, { x, y });
      places.save();
    }
    fill(sigma, graph, picture, places);
  };
  return {
    show,
    layOut(picture) {
      places.forget();
      return show(picture);
    },
    placeOf(id) {
      const data = sigma.getNodeDisplayData(id);
      return data && sigma.framedGraphToViewport(data);
    },
    mark(ids) {
      marked = ids;
      sigma.refresh();
    },
    close() {
      layout.close();
      sigma.kill();
    },
  };
}

function fill(sigma: Sigma, graph: MultiGraph, { nodes, edges }: Picture, places: Places): void {
  graph.clear();
  sigma.setCustomBBox(null);
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
}

/** A press on a thing moves it with the pointer; let go where it was, it was a click, and on another, both are meant. */
function followPointer(sigma: Sigma, graph: MultiGraph, places: Places, handlers: Handlers): void {
  const container = sigma.getContainer();
  let held: { readonly id: string; readonly from: Point; isMoved: boolean } | undefined;
  sigma.on('downNode', ({ node, event }) => {
    held = { id: node, from: { x: event.x, y: event.y }, isMoved: false };
    // What is dragged outward or inward does not change the scale of the rest while it is.
    if (!sigma.getCustomBBox()) sigma.setCustomBBox(sigma.getBBox());
  });
  sigma.on('rightClickNode', ({ node, preventSigmaDefault, event }) => {
    preventSigmaDefault();
    event.original.preventDefault();
    held = undefined;
    handlers.onMenu(node);
  });
  sigma.on('enterNode', () => container.classList.add('over'));
  sigma.on('leaveNode', () => container.classList.remove('over'));
  sigma.on('moveBody', ({ event }) => {
    if (!held) return;
    held.isMoved ||= Math.hypot(event.x - held.from.x, event.y - held.from.y) > DRAGGED_PX;
    if (!held.isMoved) return;
    const { x, y } = sigma.viewportToGraph(event);
    graph.mergeNodeAttributes(held.id, { x, y });
    places.set(held.id, { x, y });
    event.preventSigmaDefault();
    event.original.preventDefault();
  });
  const letGo = (event: Point): void => {
    if (!held) return;
    const { id, isMoved } = held;
    held = undefined;
    if (!isMoved) return handlers.onNode(id);
    places.save();
    const under = graph.findNode((other) => other !== id && isUnder(sigma, other, event));
    if (under !== undefined) handlers.onDrop(id, under);
  };
  sigma.on('upNode', ({ event }) => letGo(event));
  sigma.on('upStage', ({ event }) => letGo(event));
}

function isUnder(sigma: Sigma, id: string, { x, y }: Point): boolean {
  const data = sigma.getNodeDisplayData(id);
  if (!data) return false;
  const at = sigma.framedGraphToViewport(data);
  return Math.hypot(at.x - x, at.y - y) <= sigma.scaleSize(data.size);
}

function createLayout() {
  const worker = new Worker(workerAddress(), { type: 'module' });
  return {
    find: ({ nodes, edges }: Picture, places: Places) =>
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
