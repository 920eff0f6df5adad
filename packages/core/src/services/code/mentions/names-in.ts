/**
 * What a text names that may be code: paths, what stands between backticks, names with dots, calls, and words that nobody writes but in
 * code (`camelCase`, `snake_case`). Whether there is such a thing is for the index to say: nothing is taken for code because it looks so.
 */
export interface CodeName {
  readonly kind: 'path' | 'symbol';
  /** As it is looked up: a path with forward slashes, or names by dots. */
  readonly name: string;
}

const MOST_TEXT = 50_000;
const MOST_NAMES = 100;
const LONGEST = 200;

const BACKTICKED = /`([^`\n]{1,200})`/gu;
/** With a folder, or with an ending that is short. A line number after it is left out. */
const PATH = /(?<![\p{L}\p{N}_@./-])(?:\.{0,2}\/)?(?:[\p{L}\p{N}_@.-]+\/)+[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]/gu;
/** A file by its name alone: found where it lies at the top. */
const FILE = /(?<![\p{L}\p{N}_@./-])[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.[a-z]{1,5}(?![\p{L}\p{N}_/(]|\.[\p{L}\p{N}])/gu;
const QUALIFIED = /(?<![\p{L}\p{N}_$./])[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)+/gu;
const CALLED = /(?<![\p{L}\p{N}_$.:#])[\p{L}_$][\p{L}\p{N}_$]*(?=\(\))/gu;
const WRITTEN_AS_CODE =
  /(?<![\p{L}\p{N}_$./:#-])(?:[\p{L}$]*\p{Ll}\p{Lu}[\p{L}\p{N}$]*|[\p{L}\p{N}$]*_[\p{L}\p{N}_$]+)(?![\p{L}\p{N}_$/-])/gu;

const WHOLE_PATH = /^(?:\.{0,2}\/)?(?:[^\s/:]+\/)*[^\s/:]+\.[\p{L}\p{N}]{1,10}$/u;
const WHOLE_FOLDERED = /^(?:\.{0,2}\/)?(?:[^\s/:]+\/)+[^\s/:]+$/u;
const WHOLE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** Each once, in the order of the text; no more than can be looked up quickly. */
export function namesIn(text: string): CodeName[] {
  const beginning = text.slice(0, MOST_TEXT);
  const quoted = [...beginning.matchAll(BACKTICKED)].flatMap(([, inner = '']) => fromBackticks(inner));
  const plain = beginning.replaceAll(BACKTICKED, ' ');
  const found = [
    ...quoted,
    ...[PATH, FILE].flatMap((form) => [...plain.matchAll(form)].map(([path]) => toPath(path))),
    ...[QUALIFIED, CALLED, WRITTEN_AS_CODE].flatMap((form) =>
      [...plain.matchAll(form)].map(([name]) => toSymbol(name)),
    ),
  ];
  const unique = new Map(
    found.filter(({ name }) => name.length <= LONGEST).map((one) => [`${one.kind} ${one.name}`, one]),
  );
  return [...unique.values()].slice(0, MOST_NAMES);
}

/** `a.ts` can be both: a file, or what `a` has under the name `ts`. */
function fromBackticks(inner: string): CodeName[] {
  const said = inner
    .trim()
    .replace(/\(.*\)$/u, '')
    .replace(/(?::|#L)\d+(?:[-:]L?\d+)?$/u, '');
  const isPath = WHOLE_PATH.test(said) || WHOLE_FOLDERED.test(said);
  return [...(isPath ? [toPath(said)] : []), ...(WHOLE_NAME.test(said) ? [toSymbol(said)] : [])];
}

function toPath(path: string): CodeName {
  return { kind: 'path', name: path.replace(/^(?:\.\/)+/u, '') };
}

function toSymbol(name: string): CodeName {
  return { kind: 'symbol', name: name.replaceAll(/::|#|->/gu, '.') };
}
