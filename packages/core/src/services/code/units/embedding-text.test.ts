import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../model/index.ts';
import { embeddingText } from './embedding-text.ts';

const UNIT = {
  path: 'src/web/session_store.py',
  names: ['SessionStore.loadItem'],
  signature: 'def loadItem(self, key)',
  doc: 'Reads an item that was kept.\nMore about it.',
  text: 'def loadItem(self, key):\n    return self.decoder.decodePayload(key)\n',
};

describe('the text that is embedded of a unit', () => {
  it('says name, place, what the comment says first, signature, and the words of its names', () => {
    expect(embeddingText(UNIT)).toBe(
      'Session Store load Item. src web session store. Reads an item that was kept. def loadItem(self, key). return decoder decode payload',
    );
  });

  it('has only the place and words of what has no symbol', () => {
    const text = embeddingText({
      path: 'Makefile',
      names: [],
      signature: '',
      doc: null,
      text: 'build: compile\n\trun',
    });
    expect(text).toBe('Makefile. build compile run');
  });

  it.each(['x '.repeat(20_000), `const table = { ${'someLongName: otherLongName, '.repeat(2000)} };`])(
    'is short, however long the unit is',
    (text) => {
      const names = Array.from({ length: 50 }, (_, i) => `Some.name${i}`);
      const said = embeddingText({ ...UNIT, names, doc: 'word '.repeat(500), signature: 'f('.repeat(500), text });
      expect(estimateTokens(said)).toBeLessThan(200);
      expect(said.length).toBeLessThan(600);
    },
  );
});
