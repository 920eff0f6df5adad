/**
 * Records of many formats beside what an importer made of them. The format is not named: it is to be found. The importer of RIS counts
 * everybody in the tags A1 to A4 among the authors, that of MODS everybody whatever the role, and that of MARC keeps what is under a title
 * apart from it; so do the predictions for those formats.
 */
import { lookAt, lookedAt, nameText, type LookedAt, type Named } from './bibliography.ts';
import type { ResearchSet } from './set.ts';

export const formatsSet: ResearchSet = {
  name: 'formats',
  files: /^formats$/,
  calls: ({ input }) => [lookAt(String(input))],
  predict({ id, format, input }, [answer]) {
    const found = answer && lookedAt(answer);
    const who = whoCounts(String(format), String(input));
    return { id, records: found?.entries.map((entry) => toRecord(entry, who, format === 'marcxml')) ?? [] };
  },
};

type Entry = LookedAt['entries'][number];
type Who = (one: Named) => boolean;

const authors: Who = ({ role }) => role === 'author';

function whoCounts(format: string, input: string): Who {
  if (format === 'mods') return () => true;
  return format === 'ris' ? allBut(editorsIn(input)) : authors;
}

/** In a tag of their own. */
function editorsIn(ris: string): ReadonlySet<string> {
  return new Set([...ris.matchAll(/^ED {2}- *([^,\r\n]+)/gm)].map(([, family = '']) => family.trim()));
}

function allBut(editors: ReadonlySet<string>): Who {
  return (one) => one.role === 'author' || !editors.has(nameText(one).split(',', 1)[0] ?? '');
}

function toRecord(entry: Entry, who: Who, isApart: boolean): Record<string, unknown> {
  const { contributors, short_title: main } = entry.fields;
  return {
    type: entry.type,
    title: isApart && main !== undefined ? main : entry.title,
    authors: contributors.filter(who).map(nameText),
    year: entry.year === undefined ? '' : String(entry.year),
    doi: entry.doi ?? '',
    journal: entry.venue ?? '',
    pages: entry.pages ?? '',
  };
}
