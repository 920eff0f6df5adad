/** What a kind of secret is: how it looks, and what else must be so for it to be one. */
export interface SecretKind {
  /** Said in the place of what was cut. */
  readonly name: string;
  /** A piece of text without which there is none; the pattern is not tried then. In lower case; `null`: always tried. */
  readonly hint: string | null;
  /** Global. A group named `secret` is what is cut; without one, the whole. */
  readonly pattern: RegExp;
  /** Asked about what would be cut. */
  readonly guard?: (secret: string) => boolean;
}

const NOT_BEFORE = '(?<![A-Za-z0-9_])';
const NOT_AFTER = '(?![A-Za-z0-9_])';

const escaped = (text: string): string => text.replaceAll(/[.$/+*?()[\]{}|^\\]/g, String.raw`\$&`);

/** Known by how it begins. `body` is a pattern for what follows. */
export function prefixed(name: string, prefix: string, body: string, guard?: SecretKind['guard']): SecretKind {
  return {
    name,
    hint: prefix.toLowerCase(),
    pattern: new RegExp(`${NOT_BEFORE}${escaped(prefix)}(?:${body})${NOT_AFTER}`, 'g'),
    ...(guard ? { guard } : {}),
  };
}

/** Known by what stands before it: `datadog_api_key = …`. */
export function named(name: string, words: string, body: string, guard?: SecretKind['guard']): SecretKind {
  const between = '[\\w.\\- ]{0,30}["\']?\\s{0,3}(?:=>|[:=]|is)\\s{0,3}["\']?';
  return {
    name,
    hint: words.toLowerCase(),
    pattern: new RegExp(`${escaped(words)}${between}(?<secret>${body})${NOT_AFTER}`, 'gi'),
    ...(guard ? { guard } : {}),
  };
}

/** Any other way; `hint` as in `SecretKind`. */
export function shaped(name: string, hint: string | null, pattern: RegExp, guard?: SecretKind['guard']): SecretKind {
  return { name, hint, pattern, ...(guard ? { guard } : {}) };
}
