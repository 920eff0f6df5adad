/** What the packages of Office have in common: a zip archive of XML parts that name each other by relationships. */
import path from 'node:path/posix';
import { ZapomniError } from '@zapomni/core/errors';
import type { JsonValue } from '@zapomni/core/model';
import { unreadable, type ReadContext } from '../reading.ts';
import { decodeXml } from '../xml/decode-xml.ts';
import { scanXml, type XmlHandler } from '../xml/scan-xml.ts';
import { elementsOf, parseXml, type XmlElement } from '../xml/xml-tree.ts';
import { ZipFile } from '../zip/zip-file.ts';

export interface Relationship {
  readonly type: string;
  /** A part of the package, or an address outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

export class OfficePackage {
  readonly #zip: ZipFile;

  constructor(bytes: Uint8Array, context: ReadContext) {
    this.#zip = new ZipFile(bytes, context.budget);
  }

  has(part: string): boolean {
    return this.#zip.has(part);
  }

  /** Goes through a part; false if there is none. */
  scan(part: string, handler: XmlHandler): boolean {
    const bytes = this.#zip.read(part);
    if (!bytes) return false;
    scanXml(decodeXml(bytes), handler);
    return true;
  }

  /** A part that must be there. */
  scanMain(part: string, handler: XmlHandler): void {
    if (!this.scan(part, handler)) throw unreadable('The file is damaged: its main part is missing.');
  }

  tree(part: string): XmlElement | null {
    const bytes = this.#zip.read(part);
    return bytes ? parseXml(decodeXml(bytes)) : null;
  }

  /** Null also for a part that is damaged, where the document can do without. */
  treeOrNull(part: string): XmlElement | null {
    try {
      return this.tree(part);
    } catch (error) {
      if (error instanceof ZapomniError && error.code === 'INVALID_INPUT') return null;
      throw error;
    }
  }

  bytes(part: string): Uint8Array | null {
    return this.#zip.read(part);
  }

  /** By the ids that the part uses. */
  relationships(part: string): Map<string, Relationship> {
    const folder = path.dirname(part);
    const root = this.tree(path.join(folder, '_rels', `${path.basename(part)}.rels`));
    return new Map(
      elementsOf(root, 'Relationship').map(({ attributes }) => {
        const target = attributes.get('Target') ?? '';
        const isExternal = attributes.get('TargetMode') === 'External';
        const inside = target.startsWith('/') ? target.slice(1) : path.join(folder, target);
        const type = attributes.get('Type')?.split('/').at(-1) ?? '';
        return [attributes.get('Id') ?? '', { type, target: isExternal ? target : inside, isExternal }];
      }),
    );
  }
}

const NAMES: Readonly<Record<string, string>> = {
  creator: 'author',
  subject: 'subject',
  description: 'description',
  keywords: 'keywords',
  language: 'language',
  created: 'created',
  modified: 'modified',
  date: 'modified',
  'initial-creator': 'author',
  'creation-date': 'created',
  keyword: 'keywords',
};

/** What a part with the Dublin Core says of the document. */
export function coreFacts(root: XmlElement | null): { title: string | null; metadata: Record<string, JsonValue> } {
  const metadata: Record<string, JsonValue> = {};
  let title: string | null = null;
  const properties = root?.children.flatMap((child) => (child.name === 'meta' ? child.children : [child])) ?? [];
  for (const { name, text } of properties) {
    const value = text.trim();
    if (value === '') continue;
    if (name === 'title') title ??= value;
    const key = NAMES[name];
    if (key) metadata[key] ??= value;
  }
  return { title, metadata };
}
