/** The table of contents of a book: of EPUB 3 a page with lists in lists, of EPUB 2 a file of its own kind. */
import path from 'node:path/posix';
import type { OfficePackage } from '../office/package.ts';
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { decodePath } from './decode-path.ts';

export interface ContentsItem {
  readonly title: string;
  /** 1 is the highest. */
  readonly level: number;
}

/** By the part that they lead to, in order. */
export function readContents(
  file: OfficePackage,
  book: XmlElement,
  manifest: ReadonlyMap<string, string>,
): Map<string, ContentsItem[]> {
  const found = new Map<string, ContentsItem[]>();
  const part = findContents(book, manifest);
  const root = part === undefined ? null : file.treeOrNull(part);
  if (!root || !part) return found;
  const add = (href: string | undefined, title: string, level: number) => {
    const text = title.replace(/\s+/gu, ' ').trim();
    const place = path.join(path.dirname(part), decodePath(href?.split('#')[0] ?? ''));
    if (text !== '' && href) found.set(place, [...(found.get(place) ?? []), { title: text, level }]);
  };
  const list = elementsOf(root, 'nav').find(({ attributes }) => (attributes.get('type') ?? 'toc') === 'toc');
  if (list) collectLinks(list, 0, add);
  else for (const map of elementsOf(root, 'navMap')) collectPoints(map, 0, add);
  return found;
}

type Add = (href: string | undefined, title: string, level: number) => void;

function findContents(book: XmlElement, manifest: ReadonlyMap<string, string>): string | undefined {
  const items = elementsOf(book, 'item');
  const page = items.find(({ attributes }) => attributes.get('properties')?.split(/\s+/u).includes('nav'));
  const older = elementsOf(book, 'spine')[0]?.attributes.get('toc');
  return manifest.get(page?.attributes.get('id') ?? older ?? '');
}

function collectLinks(element: XmlElement, level: number, add: Add): void {
  for (const child of element.children) {
    if (child.name === 'a') add(child.attributes.get('href'), child.text, Math.max(level, 1));
    else collectLinks(child, child.name === 'ol' ? level + 1 : level, add);
  }
}

function collectPoints(element: XmlElement, level: number, add: Add): void {
  for (const point of element.children.filter(({ name }) => name === 'navPoint')) {
    const label = point.children.find(({ name }) => name === 'navLabel')?.text ?? '';
    const content = point.children.find(({ name }) => name === 'content');
    add(content?.attributes.get('src'), label, level + 1);
    collectPoints(point, level + 1, add);
  }
}
