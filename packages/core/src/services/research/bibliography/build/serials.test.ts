import { describe, expect, it } from 'vitest';
import { ItemDraft } from './item-draft.ts';
import { addSerials } from './serials.ts';

const [BOOK, OTHER, JOURNAL] = ['isbn:9783161484100', 'isbn:9780306406157', 'issn:0028-0836'];

describe('numbers of books and journals', () => {
  it.each([
    ['978-3-16-148410-0 (hbk); 0-306-40615-2', [BOOK, OTHER]],
    ['9783161484100 (alk. paper) : $50', [BOOK]],
    ['9783161484100 0306406152', [BOOK, OTHER]],
    ['0028-0836 (Print) 1476-4687 (Linking)', [JOURNAL, 'issn:1476-4687']],
    ['978 3 16 148410 0', [BOOK]],
  ])('%s', (text, found) => {
    const draft = new ItemDraft('book');
    addSerials(draft, text, 'SN');
    const { identifiers } = draft.done();
    expect(identifiers.map(({ scheme, value }) => `${scheme}:${value}`)).toEqual(found);
  });
});
