/** Styles and locales by name, read when the first is asked for: packed beside the bundle, or from the development package. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { unpack, type Packed, type XmlNode } from './xml-node.ts';

export const PACKED_STYLES = 'styles.json.br';
export const PACKED_LOCALES = 'locales.json.br';

export interface Shelf {
  style(name: string): XmlNode | null;
  locale(name: string): XmlNode | null;
  localeNames(): string[];
}

export async function openShelf(): Promise<Shelf> {
  const { styles, locales } = import.meta.url.endsWith('.ts') ? await fromPackage() : fromBundle();
  const take = (packed: Packed, name: string): XmlNode | null => {
    const node = Object.hasOwn(packed, name) ? packed[name] : undefined;
    return node ? unpack(node) : null;
  };
  return {
    style: (name) => take(styles, name),
    locale: (name) => take(locales, name),
    localeNames: () => Object.keys(locales).sort(),
  };
}

async function fromPackage(): Promise<{ styles: Packed; locales: Packed }> {
  const { installedStyles, installedLocales } = await import('./installed.ts');
  return { styles: installedStyles(), locales: installedLocales() };
}

function fromBundle(): { styles: Packed; locales: Packed } {
  return { styles: readPacked(PACKED_STYLES), locales: readPacked(PACKED_LOCALES) };
}

function readPacked(file: string): Packed {
  const bytes = readFileSync(new URL(`./styles/${file}`, import.meta.url));
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as Packed;
}
