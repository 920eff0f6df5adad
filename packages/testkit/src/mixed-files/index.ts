/** A folder as people have them: two hundred files of many kinds, some of them broken, with what is known of each. */
import { makePdf, makeZip } from '../documents.ts';
import type { KnownFile, MakeFile } from './known-file.ts';
import { book, wordDocument } from './packed.ts';
import { canTypeset, oneColumn, twoColumns, typeset, withTable } from './pdfs.ts';
import { fillerMaker, sentenceMaker } from './sentences.ts';
import { mail, note, notebook, page } from './written.ts';

export interface MixedFiles {
  readonly good: readonly KnownFile[];
  /** Each is refused, with a reason in these words. */
  readonly bad: readonly { readonly name: string; readonly bytes: Uint8Array; readonly reason: RegExp }[];
}

const TYPESET = 6;

export function mixedFiles(seed: number): MixedFiles {
  const [sentence, filler] = [sentenceMaker(seed), fillerMaker(seed)];
  const some = (count: number, kind: string, extension: string, make: MakeFile) =>
    Array.from({ length: count }, (_, n) => make(`${kind}/${kind}-${n + 1}.${extension}`, sentence, filler));
  const set = canTypeset();
  const good = [
    ...(set ? [...some(TYPESET, 'set-one', 'pdf', typeset(1)), ...some(TYPESET, 'set-two', 'pdf', typeset(2))] : []),
    ...some(set ? 20 : 20 + TYPESET, 'one-column', 'pdf', oneColumn),
    ...some(set ? 20 : 20 + TYPESET, 'two-columns', 'pdf', twoColumns),
    ...some(18, 'tables', 'pdf', withTable),
    ...some(25, 'letters', 'docx', wordDocument),
    ...some(20, 'books', 'epub', book),
    ...some(20, 'notebooks', 'ipynb', notebook),
    ...some(25, 'mails', 'eml', mail),
    ...some(20, 'notes', 'md', note),
    ...some(10, 'pages', 'html', page),
  ];
  return { good, bad: broken(good) };
}

function broken(good: readonly KnownFile[]): MixedFiles['bad'] {
  const half = (extension: string) => {
    const bytes = good.find(({ name }) => name.endsWith(extension))?.bytes ?? new Uint8Array();
    return bytes.slice(0, bytes.length / 2);
  };
  const locked = makePdf({ pages: [{ runs: [] }], locked: true });
  const lockedPart = makeZip([{ name: 'word/document.xml', bytes: new Uint8Array(9), encrypted: true }]);
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
  return [
    { name: 'half.docx', bytes: half('.docx'), reason: /damaged, or cut short/ },
    { name: 'half.epub', bytes: half('.epub'), reason: /damaged, or cut short/ },
    { name: 'locked.pdf', bytes: locked, reason: /encrypted/ },
    { name: 'locked.docx', bytes: lockedPart, reason: /encrypted/ },
    { name: 'head.pdf', bytes: bytes('%PDF-1.7\n'), reason: /damaged|no pages/ },
    { name: 'empty.md', bytes: new Uint8Array(), reason: /empty/ },
    { name: 'photo.pdf', bytes: bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'), reason: /JPEG/ },
    { name: 'zeros.txt', bytes: new Uint8Array(500), reason: /zeros/ },
    { name: 'old.doc', bytes: bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'), reason: /before 2007/ },
    { name: 'cells.ipynb', bytes: bytes('{"nbformat": 4, "cells": [{"cell_ty'), reason: /damaged/ },
  ].map((one) => ({ ...one, name: `broken/${one.name}` }));
}
