/** YAML: an entry at the end of a block map. Flow maps and files of several documents are left alone. */
import { isMap, isScalar, parseAllDocuments, stringify, type Pair, type YAMLMap } from 'yaml';
import { eolOf, nested, unusable, UnusableText, type ConfigText, type JsonObject } from './config-text.ts';

export const yamlText: ConfigText = {
  parse: (text) => (open(text)?.toJSON() ?? {}) as JsonObject,
  insert(text, path, entry) {
    const eol = eolOf(text);
    let map = open(text);
    for (const [depth, key] of path.entries()) {
      const pair = map && pairOf(map, key);
      if (!map || !pair) return put(text, map, nested(path.slice(depth), entry) as JsonObject, eol);
      if (!isMap(pair.value) || pair.value.flow) throw refuse(text, pair, key);
      map = pair.value;
    }
    throw new UnusableText('The entry is there already.');
  },
  remove(text, path) {
    const root = open(text);
    if (!root) return text;
    const maps = path.slice(0, -1).reduce<YAMLMap[]>(
      (found, key) => {
        const value = pairOf(found.at(-1) ?? root, key)?.value;
        return isMap(value) ? [...found, value] : found;
      },
      [root],
    );
    if (maps.length < path.length) return text;
    // A block with nothing in it would be no block any more: it goes with its last entry.
    const depth = maps.findLastIndex(({ items }, i) => items.length > 1 || i === 0);
    return cutOut(text, maps[depth] ?? root, path[depth] ?? '');
  },
  block: (path, entry) => stringify(nested(path, entry)).trimEnd(),
};

function cutOut(text: string, map: YAMLMap, name: string): string {
  const place = map.items.findIndex(({ key }) => isScalar(key) && key.value === name);
  const [pair, next] = map.items.slice(place === -1 ? map.items.length : place);
  if (!pair) return text;
  const to = next ? lineStart(text, startOf(next)) : endOf(text, map);
  return text.slice(0, lineStart(text, startOf(pair))) + text.slice(to);
}

function open(text: string): YAMLMap | null {
  const [first, second] = [...parseAllDocuments(text, { uniqueKeys: true })];
  if (second) throw new UnusableText('the file holds several documents.');
  const error = first?.errors[0];
  if (error) throw unusable(text, error.pos[0], (error.message.split('\n')[0] ?? '').toLowerCase());
  const contents = first?.contents ?? null;
  if (contents === null) return null;
  if (!isMap(contents) || contents.flow) throw unusable(text, 0, 'the file holds no block of keys.');
  return contents;
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

function startOf({ key }: Pair): number {
  return isScalar(key) ? (key.range?.[0] ?? 0) : 0;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

function refuse(text: string, pair: Pair, key: string): UnusableText {
  return unusable(text, startOf(pair), `${key} holds no block of keys.`);
}

/** After the last of the map's own lines, before what stands outside it. */
function endOf(text: string, map: YAMLMap): number {
  const end = map.range?.[1] ?? text.length;
  const next = text.indexOf('\n', Math.max(0, end - 1));
  return text[end - 1] === '\n' ? end : next === -1 ? text.length : next + 1;
}

function put(text: string, map: YAMLMap | null, value: JsonObject, eol: string): string {
  const at = map ? endOf(text, map) : text.length;
  const first = map?.items[0];
  const column = first ? startOf(first) - lineStart(text, startOf(first)) : 0;
  const lines = stringify(value)
    .trimEnd()
    .split('\n')
    .map((line) => ' '.repeat(column) + line);
  const head = at > 0 && text[at - 1] !== '\n' ? eol : '';
  return `${text.slice(0, at)}${head}${lines.join(eol)}${eol}${text.slice(at)}`;
}
