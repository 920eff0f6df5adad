/** What lies below an element, along names. */
import type { XmlElement } from '../../readers/xml/xml-tree.ts';

/** The first below, along these names. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (inside, name) => inside?.children.find((child) => child.name === name),
    element,
  );
}

export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const text = at(element, ...path)?.text.trim();
  return text === '' ? undefined : text;
}
