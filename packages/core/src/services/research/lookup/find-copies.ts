/** Where a paper can be read for nothing, as all sources know it: each place once, the best to read first. */
import type { Identifier } from '../../../model/papers/index.ts';
import type { OpenCopy, PaperSourceName } from '../../../ports/index.ts';
import { askSources, type AskRequest, type LookupDeps } from './ask-sources.ts';
import type { SourceReport } from './source-report.ts';

export interface FoundCopy extends OpenCopy {
  /** Who told. */
  readonly sources: readonly PaperSourceName[];
}

export interface FoundCopies {
  readonly copies: readonly FoundCopy[];
  readonly sources: readonly SourceReport[];
}

const KINDS: readonly OpenCopy['kind'][] = ['pdf', 'jats', 'html', 'landing'];
const VERSIONS: readonly (OpenCopy['version'] | 'unknown')[] = ['published', 'accepted', 'unknown', 'submitted'];

/** `ids`: all that the paper has; each source is asked for the first it can be asked for and knows. */
export async function findCopies(
  deps: LookupDeps,
  ids: readonly Identifier[],
  request: AskRequest = {},
): Promise<FoundCopies> {
  const { told, reports } = await askSources(deps, 'copies', request, {
    ask: async (source, options) => {
      for (const id of ids) {
        const copies = await source.copies(id, options);
        if (copies.length > 0) return copies;
      }
      return [];
    },
    count: (copies) => copies.length,
  });
  const all = told.flatMap(({ source, value }) => value.map((copy) => ({ copy, source: source.name })));
  const places = [...Map.groupBy(all, ({ copy }) => addressKey(copy.url)).values()].map(toFound);
  return { copies: places.toSorted((one, other) => rank(one) - rank(other)), sources: reports };
}

/** One place is often written in two ways. */
function addressKey(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.|dx\.)?/i, '').replace(/\/$/, '');
}

/** What one has left out another may have said. */
function toFound(said: readonly { readonly copy: OpenCopy; readonly source: PaperSourceName }[]): FoundCopy {
  const merged = said.toReversed().reduce<Partial<OpenCopy>>((all, { copy }) => ({ ...all, ...copy }), {});
  const secure = said.find(({ copy }) => copy.url.startsWith('https:'))?.copy.url;
  const sources = [...new Set(said.map(({ source }) => source))];
  return { ...(merged as OpenCopy), ...(secure === undefined ? {} : { url: secure }), sources };
}

function rank({ kind, version, licence, sources }: FoundCopy): number {
  const place = KINDS.indexOf(kind) * 100 + VERSIONS.indexOf(version ?? 'unknown') * 10;
  return place - (licence === undefined ? 0 : 3) - Math.min(sources.length, 4);
}
