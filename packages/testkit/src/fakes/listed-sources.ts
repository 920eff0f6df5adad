/**
 * Sources of papers that have a list of papers each, page it as services do, and misbehave when told: for tests of what is done with what sources
 * find, where what they say on the wire does not matter.
 */
import { invalidField } from '@zapomni/core/errors';
import type { BibliographicItem } from '@zapomni/core/model';
import type {
  OpenCopy,
  PaperSearch,
  PaperSource,
  PaperSourceName,
  PaperSources,
  SourcedPaper,
} from '@zapomni/core/ports';

export interface ListedPaper {
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly abstract?: string;
  readonly doi?: string;
  readonly arxiv?: string;
}

export interface ListedAsk {
  readonly source: PaperSourceName;
  readonly search: PaperSearch;
  readonly cursor: string | null;
}

export interface ListedSources extends PaperSources {
  readonly asked: ListedAsk[];
  /** How many papers somebody has looked at. */
  made: number;
  /** By source; the newest day comes first. */
  readonly papers: Map<PaperSourceName, ListedPaper[]>;
  /** What happens in the place of an answer; null for an answer. */
  fault: (ask: ListedAsk) => Error | null | Promise<Error | null>;
  /** Where a paper can be had, by its id; nowhere by default. */
  copies: (id: string) => readonly OpenCopy[];
  /** Those that may be asked; all by default. */
  isOn: (source: PaperSourceName) => boolean;
}

const NOTHING = { found: [], page: { items: [], next: null } } as const;

export function createListedSources(names: readonly PaperSourceName[]): ListedSources {
  const listed: ListedSources = {
    asked: [],
    made: 0,
    papers: new Map(names.map((name) => [name, []])),
    fault: () => null,
    copies: () => [],
    isOn: () => true,
    all: async () => sources,
    standing: async () => ({ restsUntil: null, budget: null }),
  };
  const sources = names.map((name) => listedSource(listed, name));
  return listed;
}

function listedSource(listed: ListedSources, name: PaperSourceName): PaperSource {
  return {
    name,
    get about() {
      const host = `${name}.test`;
      return { host, lane: host, isOn: listed.isOn(name), key: { setting: `${name}_key`, isSet: false } };
    },
    answers: new Set(['search', 'copies'] as const),
    lookup: async () => null,
    match: async () => [],
    references: async () => NOTHING.page,
    citedBy: async () => NOTHING.page,
    copies: async ({ value }) => listed.copies(value),
    search: async (search, { cursor = null, limit = 10, onAsked } = {}) => {
      const ask = { source: name, search, cursor };
      listed.asked.push(ask);
      onAsked?.(1);
      const fault = await listed.fault(ask);
      if (fault) throw fault;
      if (cursor !== null && !/^at \d+$/.test(cursor)) throw invalidField('cursor', 'is none of this source');
      const found = inWindow(listed.papers.get(name) ?? [], search);
      const at = cursor === null ? 0 : Number(cursor.slice(3));
      const shown = found.slice(at, at + limit);
      const next = at + limit < found.length ? `at ${at + limit}` : null;
      return Object.assign(pageOf(listed, shown), { total: found.length, next });
    },
  };
}

/** Made when they are looked at, as those of services are. */
function pageOf(listed: ListedSources, shown: readonly ListedPaper[]) {
  let items: SourcedPaper[] | undefined;
  return {
    said: JSON.stringify(shown),
    get items() {
      if (!items) listed.made += shown.length;
      return (items ??= shown.map(toSourced));
    },
  };
}

function inWindow(papers: readonly ListedPaper[], { from = '0', until = '9' }: PaperSearch): ListedPaper[] {
  return papers
    .filter(({ day }) => day >= from && day <= until)
    .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
}

function toSourced({ title, day, abstract, doi, arxiv }: ListedPaper): SourcedPaper {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const item: BibliographicItem = {
    type: 'article-journal',
    title,
    ...(abstract === undefined ? {} : { abstract }),
    contributors: [{ role: 'author', family: 'Berg', given: 'Eva' }],
    identifiers: [
      ...(doi === undefined ? [] : [{ scheme: 'doi' as const, value: doi }]),
      ...(arxiv === undefined ? [] : [{ scheme: 'arxiv' as const, value: arxiv }]),
    ],
    issued: { year, month, day: date },
  };
  return { item };
}
