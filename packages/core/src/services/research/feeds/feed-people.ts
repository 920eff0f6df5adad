/** Who wrote an entry: people with parts in Atom, a line of text elsewhere, with an address before, behind or around the name. */
import { childrenOf, firstOf } from './feed-nodes.ts';
import { plainIn } from './feed-text.ts';
import type { FeedNode } from './feed-tree.ts';
import type { FeedPerson } from './feed.ts';
import { decodeEntities } from '../../../model/entities.ts';
import { oneLine } from './markup-text.ts';

const EMAIL = /[^\s<>()[\]"',;]+@[^\s<>()[\]"',;]+/u;
/** In this order: who is nearest to being the author. */
const NAMES = ['author', 'dc:creator', 'dc:author', 'itunes:author', 'media:credit', 'prism:author'];
const OF_THE_WHOLE = ['managingeditor', 'webmaster', 'dc:publisher'];

export function authorsOf(node: FeedNode, isFeed: boolean): FeedPerson[] {
  for (const name of isFeed ? [...NAMES, ...OF_THE_WHOLE] : NAMES) {
    const people = childrenOf(node, name).flatMap((one) => personIn(one) ?? []);
    if (people.length > 0) return people;
  }
  return [];
}

function personIn(node: FeedNode): FeedPerson | null {
  const [name, email] = [plainIn(firstOf(node, 'name')), plainIn(firstOf(node, 'email'))];
  if (name === null && email === null) return personFrom(plainIn(node));
  return {
    name: name ?? email ?? '',
    written: name !== null && email !== null ? `${name} (${email})` : (name ?? email ?? ''),
  };
}

/** `Ann (ann@example.org)`, `ann@example.org (Ann)`, `Ann <ann@example.org>`. */
export function personFrom(line: string | null): FeedPerson | null {
  const written = oneLine(decodeEntities(line ?? ''));
  if (written === '') return null;
  const name = oneLine(
    written
      .replace(EMAIL, ' ')
      .replaceAll(/[<>[\]"]|mailto:/gu, ' ')
      .replaceAll(/\(\s*([^()]*?)\s*\)/gu, ' $1 '),
  );
  return { name: name === '' ? written : name, written };
}
