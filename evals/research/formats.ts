/**
 * Records of many formats beside what an importer made of them. The format is not named: it is to be found. The importer of RIS knows no
 * editors and counts everybody in the tags A1 to A4 among the authors; so do the predictions for that format.
 */
import { lookAt, lookedAt, nameText, type LookedAt } from './bibliography.ts';
import type { ResearchSet } from './set.ts';

export const formatsSet: ResearchSet = {
  name: 'formats',
  files: /^formats$/,
  calls: ({ input }) => [lookAt(String(input))],
  predict({ id, format }, [answer]) {
    const found = answer && lookedAt(answer);
    return { id, records: found?.entries.map((entry) => toRecord(entry, format === 'ris')) ?? [] };
  },
};

function toRecord(entry: LookedAt['entries'][number], isEverybody: boolean): Record<string, unknown> {
  const { contributors } = entry.fields;
  return {
    type: entry.type,
    title: entry.title,
    authors: contributors.filter(({ role }) => isEverybody || role === 'author').map(nameText),
    year: entry.year === undefined ? '' : String(entry.year),
    doi: entry.doi ?? '',
    journal: entry.venue ?? '',
    pages: entry.pages ?? '',
  };
}
