/** Values out of JSON that somebody else wrote: what is there and of the right kind, or nothing. */
export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NONE;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The first that is a text, of a list or alone. */
export function firstText(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(textOf).find((text) => text !== undefined) : textOf(value);
}

export function textsOf(value: unknown): string[] {
  return listOf(value)
    .map(textOf)
    .filter((text) => text !== undefined);
}

/** Also where it was written as a text. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

type Known<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without what is not known. */
export function known<T extends object>(value: T): Known<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Known<T>;
}

/** Undefined in place of a list with nothing in it. */
export function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}
