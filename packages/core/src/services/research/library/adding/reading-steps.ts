/** The readings of a paper's text, put together for the pipeline. Loaded with the first paper. */
import { entriesIn, findContexts, findReferenceList, parseReference } from '../../citations/index.ts';
import { runningLines } from '../../reading/running-lines.ts';
import { readFirstPage, toItem } from '../../reading/first-page/index.ts';
import type { ReadingSteps } from './steps.ts';

export const READING_STEPS: ReadingSteps = {
  firstPage: (text) => {
    const page = readFirstPage(text);
    return { item: toItem(page), ids: page.ids };
  },
  references: (text, { blocks }) => {
    const list = findReferenceList(text, entriesIn(blocks));
    if (!list) return null;
    const references = list.references.map(({ raw, marker }) => ({ raw, marker, item: parseReference(raw).item }));
    return { start: list.heading, end: list.end, references };
  },
  running: (text, pages) => runningLines(text, pages),
  reference: (raw) => parseReference(raw).item,
  contexts: ({ structure, ...paper }, references) =>
    findContexts({ ...paper, sections: structure.sections, pages: structure.pages }, references),
};
