/** The processor as it comes, in a thread of its own: what writing a bibliography costs without anything of ours around it. */
import { parentPort, workerData } from 'node:worker_threads';
import citeproc from 'citeproc';
import { openShelf } from '../../packages/providers/src/styles/shelf/shelf.ts';

interface RawEngine {
  setOutputFormat(format: string): void;
  updateItems(ids: readonly string[]): void;
  makeBibliography(): readonly [unknown, readonly string[]];
}

const { Engine } = citeproc as { Engine: new (system: object, style: object) => RawEngine };
const { style, items } = workerData as { style: string; items: readonly { readonly id: string }[] };
const shelf = await openShelf();
const byId = new Map(items.map((item) => [item.id, item]));
const engine = new Engine(
  { retrieveItem: (id: string) => byId.get(id), retrieveLocale: (lang: string) => shelf.locale(lang) },
  shelf.style(style) as object,
);
engine.setOutputFormat('text');
engine.updateItems([...byId.keys()]);
parentPort?.postMessage(engine.makeBibliography()[1].map((text) => text.trim()));
