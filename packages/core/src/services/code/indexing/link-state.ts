/**
 * What a file's record says of its links: digests of what goes out of it, of what comes in and of its numbers, by which what is still so is
 * neither packed nor written again; and how many parts its inbound edges have.
 */
import { hash } from 'node:crypto';

export interface LinkDigests {
  readonly edges: string;
  readonly inbound: string;
  readonly numbers: string;
}

/** Longer ones would be kept with all that they were cut from. */
const DIGEST = 12;
const UNKNOWN: LinkDigests = { edges: '', inbound: '', numbers: '' };

/** Of what is said, as text; null for nothing. */
export function linkDigest(text: string | null): string {
  return text === null ? '-' : hash('sha256', text, 'base64url').slice(0, DIGEST);
}

export function linkState({ edges, inbound, numbers }: LinkDigests, parts: number): string {
  return `${edges}/${inbound}/${numbers}.${parts}`;
}

/** As `linkState` wrote them; of what was never linked, or says something else now, none is known. */
export function linkDigests(links: string | null | undefined): LinkDigests {
  const [edges, inbound, numbers] = links?.split('.', 1)[0]?.split('/') ?? [];
  return edges && inbound && numbers ? { edges, inbound, numbers } : UNKNOWN;
}

/** It says something else now: whatever linking says will be written. The parts are there until then. */
export function unlinked(links: string | null): string | null {
  return links === null ? null : linkState(UNKNOWN, linkParts(links));
}

export function linkParts(links: string | null): number {
  return links === null ? 0 : Number(links.slice(links.indexOf('.') + 1));
}
