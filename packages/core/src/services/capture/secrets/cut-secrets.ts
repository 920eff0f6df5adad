/**
 * Cuts out what nobody wants to find again in a memory: secrets of more than a hundred kinds, by their prefix, length, checksum or how random they are,
 * and what stands in `<private>`. What is cut leaves its name, so that the sentence can still be read.
 */
import { ANYWHERE } from './anywhere.ts';
import { CLOUDS } from './clouds.ts';
import { DEVELOPERS } from './developers.ts';
import { MODELS } from './models.ts';
import type { SecretKind } from './secret-kind.ts';
import { SERVICES } from './services.ts';

/** Those with the surest sign first: what is cut once is not looked at again. */
export const SECRET_KINDS: readonly SecretKind[] = [...CLOUDS, ...DEVELOPERS, ...MODELS, ...SERVICES, ...ANYWHERE];

export interface CutText {
  readonly text: string;
  /** The kind of each that was cut. */
  readonly cut: readonly string[];
}

export function cutSecrets(text: string): CutText {
  const cut: string[] = [];
  let rest = text;
  for (const kind of SECRET_KINDS) {
    if (kind.hint !== null && !rest.toLowerCase().includes(kind.hint)) continue;
    rest = rest.replaceAll(kind.pattern, (...found) => {
      const [whole, secret] = partsOf(found);
      if (whole.includes('[cut: ') || (kind.guard && !kind.guard(secret))) return whole;
      cut.push(kind.name);
      const at = whole.lastIndexOf(secret);
      return `${whole.slice(0, at)}[cut: ${kind.name}]${whole.slice(at + secret.length)}`;
    });
  }
  return { text: rest, cut };
}

/** The whole of what was found, and what of it is the secret. */
function partsOf(found: readonly unknown[]): [string, string] {
  const whole = String(found[0]);
  const groups = found.at(-1);
  if (typeof groups !== 'object' || groups === null) return [whole, whole];
  const secret = Object.values(groups).find((part) => typeof part === 'string') as string | undefined;
  return [whole, secret ?? whole];
}

const TAGS = /<(\/?)private\b[^>]*>/gi;

/** Without what stands in `<private>`. One that is not closed holds to the end: whoever forgot that did not want the rest to be kept either. */
export function withoutPrivate(text: string): string {
  let [kept, from, depth] = ['', 0, 0];
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAGS)) {
    if (depth === 0) kept += text.slice(from, index);
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    from = index + tag.length;
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}
