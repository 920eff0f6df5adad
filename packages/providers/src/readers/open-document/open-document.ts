/** What the packages of OpenDocument have in common. */
import type { JsonValue } from '@zapomni/core/model';
import { unreadable, type ReadContext } from '../reading.ts';
import { elementsOf } from '../xml/xml-tree.ts';
import { coreFacts, OfficePackage } from '../office/package.ts';

export interface OpenDocument {
  readonly file: OfficePackage;
  readonly title: string | null;
  readonly metadata: Readonly<Record<string, JsonValue>>;
}

export function openDocument(bytes: Uint8Array, context: ReadContext): OpenDocument {
  const file = new OfficePackage(bytes, context);
  if (elementsOf(file.tree('META-INF/manifest.xml'), 'encryption-data').length > 0) {
    throw unreadable('The document is encrypted: it opens with a password only.');
  }
  return { file, ...coreFacts(file.tree('meta.xml')) };
}
