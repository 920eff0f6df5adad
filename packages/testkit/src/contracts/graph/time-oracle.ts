/**
 * A plain account of both clocks, to compare storages with: all that is believed lies in one list of facts, and a copy of
 * the list is kept after every change. What was believed at a time is the last copy made until then.
 */
import type { Relation } from '@zapomni/core/model';

export interface Fact {
  readonly relation: string;
  /** Null: asserted without a memory. */
  readonly memory: string | null;
  readonly place: number;
  readonly confidence: number;
  readonly from: number;
  readonly to: number | null;
}

export interface KnownMemory {
  readonly id: string;
  readonly text: string;
  readonly from: number;
  readonly to: number | null;
}

interface Belief {
  readonly at: number;
  readonly facts: readonly Fact[];
  readonly memories: readonly KnownMemory[];
}

const holds = ({ from, to }: { from: number; to: number | null }, at: number): boolean =>
  from <= at && (to === null || to > at);

export class TimeOracle {
  #beliefs: Belief[] = [{ at: -Infinity, facts: [], memories: [] }];

  get #now(): Belief {
    return this.#beliefs.at(-1) as Belief;
  }

  get memories(): readonly KnownMemory[] {
    return this.#now.memories;
  }

  #learn(at: number, change: Partial<Belief>): void {
    this.#beliefs.push({ ...this.#now, ...change, at });
  }

  add(at: number, memory: KnownMemory): void {
    this.#learn(at, { memories: [...this.#now.memories, memory] });
  }

  rewrite(at: number, id: string, text: string): void {
    this.#learn(at, {
      memories: this.#now.memories.map((one) => (one.id === id ? { ...one, text } : one)),
      facts: this.#now.facts.filter((fact) => fact.memory !== id),
    });
  }

  supersede(at: number, id: string, end: number): void {
    this.#learn(at, {
      memories: this.#now.memories.map((one) => (one.id === id ? { ...one, to: end } : one)),
      facts: this.#now.facts.flatMap((fact) => (fact.memory === id ? endAt(fact, end) : [fact])),
    });
  }

  read(at: number, id: string, facts: readonly Fact[]): void {
    const end = this.memories.find((one) => one.id === id)?.to ?? Infinity;
    const said = oneForEachPlace(facts.flatMap((fact) => endAt(fact, end)));
    this.#learn(at, { facts: [...this.#now.facts.filter((fact) => fact.memory !== id), ...said] });
  }

  assert(at: number, wanted: Fact): void {
    const isSame = (fact: Fact): boolean => fact.relation === wanted.relation && fact.memory === null;
    const end = (fact: Fact): number => fact.to ?? Infinity;
    const same = this.#now.facts.filter(isSame);
    if (same.some((fact) => fact.from <= wanted.from && end(fact) >= end(wanted))) return;
    const touching = same.filter((fact) => fact.from <= end(wanted) && end(fact) >= wanted.from);
    const from = Math.min(...[wanted, ...touching].map((fact) => fact.from));
    const to = Math.max(...[wanted, ...touching].map(end));
    const one = { ...wanted, from, to: Number.isFinite(to) ? to : null };
    this.#learn(at, { facts: [...this.#now.facts.filter((fact) => !touching.includes(fact)), one] });
  }

  retract(at: number, relation: string, end: number): void {
    const isMeant = (fact: Fact): boolean => fact.relation === relation && fact.memory === null;
    this.#learn(at, { facts: this.#now.facts.flatMap((fact) => (isMeant(fact) ? endAt(fact, end) : [fact])) });
  }

  /** For good: as if it had never been. */
  remove(id: string): void {
    this.#beliefs = this.#beliefs.map(({ at, facts, memories }) => ({
      at,
      facts: facts.filter((fact) => fact.memory !== id),
      memories: memories.filter((one) => one.id !== id),
    }));
  }

  #at(knownAt: number): Belief {
    return this.#beliefs.findLast((belief) => belief.at <= knownAt) as Belief;
  }

  memoriesAt(validAt: number, knownAt: number): KnownMemory[] {
    const held = this.#at(knownAt).memories.filter((one) => holds(one, validAt));
    return held.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** By id. */
  relationsAt(
    validAt: number,
    knownAt: number,
  ): Pick<Relation, 'id' | 'strength' | 'evidence' | 'validFrom' | 'validTo'>[] {
    const held = this.#at(knownAt).facts.filter((fact) => holds(fact, validAt));
    const byRelation = [...Map.groupBy(held, (fact) => fact.relation)];
    const relations = byRelation.map(([id, facts]) => ({
      id,
      strength: 1 - facts.reduce((doubt, { confidence }) => doubt * (1 - confidence), 1),
      evidence: facts.length,
      validFrom: Math.min(...facts.map(({ from }) => from)),
      validTo: facts.some(({ to }) => to === null) ? null : Math.max(...facts.map(({ to }) => to ?? 0)),
    }));
    return relations.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }
}

function endAt(fact: Fact, end: number): Fact[] {
  if (fact.from >= end) return [];
  return [Number.isFinite(end) && (fact.to === null || fact.to > end) ? { ...fact, to: end } : fact];
}

/** The most certain of what is said of a relation at one place; of equals, the first. */
function oneForEachPlace(facts: readonly Fact[]): Fact[] {
  const best = new Map<string, Fact>();
  for (const fact of facts) {
    const key = `${fact.relation} ${fact.place}`;
    if ((best.get(key)?.confidence ?? 0) < fact.confidence) best.set(key, fact);
  }
  return [...best.values()];
}
