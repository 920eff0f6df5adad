/**
 * Which names of a text mean the same: the same words, a surname after the full name, a short form beside what it stands for.
 * What is known of one is then known of all.
 */
import { nameKey } from '@zapomni/core/model';
import type { Name } from './find-names.ts';
import type { NameType } from './lexicon.ts';
import { isShortFor } from './short-form.ts';

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
  const isBesideSame = (i: number) =>
    isShortFor(written[i - 1], text.slice(names[i - 1]?.end ?? 0, names[i]?.start), written[i]);
  for (const i of names.keys()) clusters.place(i, isBesideSame(i) ? i - 1 : undefined);
  return names.map((name, i) => {
    const cluster = clusters.of(i);
    const others = new Set(cluster.members.map((member) => written[member] as string));
    others.delete(written[i] as string);
    return { ...name, ...strongest(cluster), same: cluster.fullest, aliases: [...others].slice(0, MOST_ALIASES) };
  });
}

const MOST_ALIASES = 8;

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

  /** `beside` is the name before it that it is said to mean the same as. */
  place(i: number, beside: number | undefined): void {
    const { type } = this.#names[i] as Name;
    const key = nameKey(this.#written[i] as string, type);
    const same = beside === undefined ? this.#byShortForm(key, i) : this.of(beside);
    const cluster = this.#byKey.get(key) ?? same ?? { members: [], types: new Map<NameType, number>(), fullest: i };
    this.#join(i, cluster);
    if (beside !== undefined && same && same !== cluster) this.#merge(same, cluster);
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

  /** Both were met before, each by itself. */
  #merge(from: Cluster, into: Cluster): void {
    for (const member of from.members) this.#join(member, into);
    for (const known of [this.#byKey, this.#byPart])
      for (const [key, cluster] of known) if (cluster === from) known.set(key, into);
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
