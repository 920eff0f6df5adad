/** Identifiers out of answers: each in its one spelling, each once, and none that is malformed. */
import {
  identifierKey,
  normalizeIdentifier,
  parseIdentifier,
  type Identifier,
  type IdScheme,
} from '@zapomni/core/model';

export function identifiersOf(given: readonly (readonly [IdScheme, string | undefined])[]): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const [scheme, text] of given) {
    const id = text === undefined ? null : identifierOf(scheme, text);
    if (id) found.set(identifierKey(id), id);
  }
  return [...found.values()];
}

/** A DOI of arXiv's is an id of arXiv's. */
export function identifierOf(scheme: IdScheme, text: string): Identifier | null {
  if (scheme !== 'doi') return normalizeIdentifier(scheme, text);
  const parsed = parseIdentifier(text);
  return parsed?.scheme === 'arxiv' ? parsed : normalizeIdentifier('doi', text);
}

/** The DOI by which others know it. */
export function doiOf({ scheme, value }: Identifier): string | null {
  if (scheme === 'arxiv') return `10.48550/arxiv.${value}`;
  return scheme === 'doi' ? value : null;
}

/** For an address: slashes stay unless they could lead elsewhere, everything else that means something there does not. */
export function inPath(value: string): string {
  const parts = value.split('/');
  return parts.some((part) => /^\.*$/u.test(part))
    ? encodeURIComponent(value)
    : parts.map(encodeURIComponent).join('/');
}
