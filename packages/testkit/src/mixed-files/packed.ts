/** Word documents and books of known text. */
import { makePackage } from '../documents.ts';
import type { MakeFile } from './known-file.ts';

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

export const wordDocument: MakeFile = (name, sentence, filler) => {
  const known = ['Methods', 'Results'].map((place) => ({ text: sentence(), place }));
  const body = known.map(({ text, place }) => paragraph(place, 'Heading1') + paragraph(filler()) + paragraph(text));
  const styles = '<w:styles><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>';
  const bytes = makePackage({
    'word/styles.xml': styles,
    'word/document.xml': `<w:document><w:body>${body.join('')}</w:body></w:document>`,
  });
  return { name, bytes, known };
};

export const book: MakeFile = (name, sentence, filler) => {
  const known = ['The Land', 'The Sea'].map((title) => ({ text: sentence(), place: `chapter ${title}` }));
  const titles = known.map(({ place }) => place.slice('chapter '.length));
  const all = (make: (title: string, n: number) => string) => titles.map(make).join('');
  const chapters = known.map(({ text }, n) => [
    `c${n}.xhtml`,
    `<html><body><h1>${titles[n]}</h1><p>${filler()}</p><p>${text}</p></body></html>`,
  ]);
  const bytes = makePackage(
    {
      'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
      'b.opf': `<package><metadata><title>Of ${name}</title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${all((_, n) => `<item id="c${n}" href="c${n}.xhtml"/>`)}</manifest><spine>${all((_, n) => `<itemref idref="c${n}"/>`)}</spine></package>`,
      'nav.xhtml': `<html><body><nav type="toc"><ol>${all((title, n) => `<li><a href="c${n}.xhtml">${title}</a></li>`)}</ol></nav></body></html>`,
      ...Object.fromEntries(chapters),
    },
    'application/epub+zip',
  );
  return { name, bytes, known };
};
