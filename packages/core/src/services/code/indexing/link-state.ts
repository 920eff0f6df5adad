/** What a file's record says of its links: the digest of what was written, and how many parts its inbound edges have. */

export function linkState(digest: string, parts: number): string {
  return `${digest}.${parts}`;
}

/** It says something else now: whatever linking says will be written. The parts are there until then. */
export function unlinked(links: string | null): string | null {
  return links === null ? null : linkState('', linkParts(links));
}

export function linkParts(links: string | null): number {
  return links === null ? 0 : Number(links.slice(links.indexOf('.') + 1));
}
