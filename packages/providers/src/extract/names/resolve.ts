/**
 * Which names of a text mean the same: the same words, a surname after the full name, an acronym beside what it stands for.
 * What is known of one is then known of all.
 */
import { nameKey } from '@zapomni/core/model';
import type { Name } from './find-names.ts';
import type { NameType } from './lexicon.ts';

export interface ResolvedName extends Name {
  /** Place, among the names, of the fullest one that means the same. */
  readonly same: number;
  /** Other forms of it in the text. */
  readonly aliases: readonly string[];
}

interface Cluster {
  readonly members: number[];
  /** How sure each type is. */
  readonly types: Map<NameType, number>;
  fullest: number;
}

/** `names` in the order of the text. */
export function resolveNames(names: readonly Name[], text: string): ResolvedName[] {
  const written = names.map(({ start, end }) => text.slice(start, end));
  const clusters = new Clusters(names, written);
  for (const i of names.keys()) clusters.place(i, acronymOf(names, written, text, i));
  return names.map((name, i) => {
    const cluster = clusters.of(i);
    const others = new Set(cluster.members.map((member) => written[member] as string));
    others.delete(written[i] as string);
    return { ...name, ...strongest(cluster), same: cluster.fullest, aliases: [...others].slice(0, MOST_ALIASES) };
  });
}

const MOST_ALIASES = 8;
const SMALL_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'la', 'le', 'du', 'des', '&']);

class Clusters {
  readonly #names: readonly Name[];
  readonly #written: readonly string[];
  readonly #byKey = new Map<string, Cluster>();
  /** By the last word of a name, and by the first of a person's; null when there are several. */
  readonly #byPart = new Map<string, Cluster | null>();
  readonly #of: Cluster[] = [];

  constructor(names: readonly Name[], written: readonly string[]) {
    this.#names = names;
    this.#written = written;
  }

  of(i: number): Cluster {
    return this.#of[i] as Cluster;
  }

  /** `standsFor` is a name before it that it is an acronym of. */
  place(i: number, standsFor: number | undefined): void {
    const { type } = this.#names[i] as Name;
    const key = nameKey(this.#written[i] as string, type);
    const known = standsFor === undefined ? (this.#byKey.get(key) ?? this.#byShortForm(key, i)) : this.of(standsFor);
    const cluster = known ?? { members: [], types: new Map<NameType, number>(), fullest: i };
    this.#join(i, cluster);
    this.#byKey.set(key, cluster);
    this.#noteParts(key, type, cluster);
  }

  #join(i: number, cluster: Cluster): void {
    const { type, typeConfidence } = this.#names[i] as Name;
    cluster.members.push(i);
    cluster.types.set(type, Math.max(cluster.types.get(type) ?? 0, typeConfidence));
    if ((this.#written[i]?.length ?? 0) > (this.#written[cluster.fullest]?.length ?? 0)) cluster.fullest = i;
    this.#of[i] = cluster;
  }

  #byShortForm(key: string, i: number): Cluster | undefined {
    if (key.includes(' ') || (this.#names[i] as Name).typeConfidence > SURE_OTHERWISE) return undefined;
    return this.#byPart.get(key) ?? undefined;
  }

  #noteParts(key: string, type: NameType, cluster: Cluster): void {
    const words = key.split(' ');
    if (words.length < 2 || type === 'place' || type === 'event') return;
    for (const part of type === 'person' ? [words[0], words.at(-1)] : [words.at(-1)]) {
      const known = this.#byPart.get(part as string);
      if (part) this.#byPart.set(part, known === undefined || known === cluster ? cluster : null);
    }
  }
}

/** Known by itself as something: not taken for a short form. */
const SURE_OTHERWISE = 0.9;

function strongest({ types }: Cluster): Pick<Name, 'type' | 'typeConfidence'> {
  const [[type, typeConfidence] = ['concept', 0] as const] = [...types].sort((a, b) => b[1] - a[1]);
  return { type, typeConfidence };
}

/** `World Health Organization (WHO)`: the name right before the bracket whose initials it is. */
function acronymOf(names: readonly Name[], written: readonly string[], text: string, i: number): number | undefined {
  const [before, own] = [names[i - 1], names[i] as Name];
  if (!before || !/^\s?\(\s?$/u.test(text.slice(before.end, own.start))) return undefined;
  const letters = (written[i] as string).replace(/[^\p{L}]/gu, '').toLowerCase();
  const words = (written[i - 1] as string).toLowerCase().split(/[\s-]+/u);
  const initials = words.map((word) => word[0] ?? '').join('');
  const main = words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0] ?? '')
    .join('');
  return letters.length > 1 && (letters === initials || letters === main) ? i - 1 : undefined;
}
