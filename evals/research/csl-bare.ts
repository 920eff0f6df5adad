/** The same cases through the bare processor, as its own runner uses it: what the shipped program is held against, in the same run. */
import citeproc from 'citeproc';
import { openShelf } from '../../packages/providers/src/styles/shelf/shelf.ts';
import { localeFor } from '../../packages/providers/src/styles/engine/locales.ts';
import type { CslCase, SuiteCite } from './csl-cases.ts';

interface BareEngine {
  readonly registry: {
    readonly citationreg: { readonly citationByIndex: readonly { readonly citationID: string }[] };
  };
  updateItems(ids: readonly string[]): void;
  processCitationCluster(
    ...args: readonly unknown[]
  ): readonly [unknown, readonly (readonly [number, string, string])[]];
  makeCitationCluster(cites: readonly SuiteCite[]): string;
  makeBibliography(): readonly [{ readonly bibstart: string; readonly bibend: string }, readonly string[]] | false;
}

const { Engine } = citeproc as { Engine: new (system: object, style: string) => BareEngine };

export async function openBare(): Promise<(one: CslCase) => string> {
  const shelf = await openShelf();
  return (one) => {
    const items = new Map(structuredClone(one.input).map((item) => [String(item['id']), item]));
    const system = {
      retrieveItem: (id: string) => items.get(String(id)),
      retrieveLocale: (lang: string) => localeFor(shelf, lang),
    };
    try {
      return print(one, new Engine(system, one.csl), [...items.keys()]);
    } catch (error) {
      return `failed: ${String(error)}`;
    }
  };
}

function print(one: CslCase, engine: BareEngine, ids: readonly string[]): string {
  if (one.bibentries) for (const list of one.bibentries) engine.updateItems(list.map(String));
  else if (!one.citations) engine.updateItems(ids);
  const said = one.citations ? printChanges(engine, one.citations) : printClusters(engine, one, ids);
  if (one.mode === 'citation') return said;
  const written = engine.makeBibliography();
  return written ? `${written[0].bibstart}${written[1].join('')}${written[0].bibend}` : '';
}

function printClusters(engine: BareEngine, one: CslCase, ids: readonly string[]): string {
  const lists = one.citation_items ?? (one.mode === 'citation' ? [ids.map((id) => ({ id }))] : []);
  return lists.map((cites) => engine.makeCitationCluster(structuredClone(cites))).join('\n');
}

/** What the last change has written again is marked; the others read as they were written before. */
function printChanges(engine: BareEngine, ops: NonNullable<CslCase['citations']>): string {
  const texts = new Map<string, string>();
  let changed: readonly (readonly [index: number, text: string, id: string])[] = [];
  for (const op of structuredClone(ops)) {
    [, changed] = engine.processCitationCluster(...op);
    for (const [, text, id] of changed) texts.set(id, text);
  }
  const fresh = new Set(changed.map(([, , id]) => id));
  return engine.registry.citationreg.citationByIndex
    .map(({ citationID: id }, i) => `${fresh.has(id) ? '>>' : '..'}[${i}] ${texts.get(id) ?? ''}`)
    .join('\n');
}
