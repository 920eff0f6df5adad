/** Something that a memory names, wherever and however it does so, on its way to becoming an entity of a reading. */
import { entityId, LONGEST_NAME, LONGEST_TYPE, nameKey, typeKey } from '../../../model/index.ts';
import type { FoundEntity } from '../../../ports/index.ts';

/** Where it was found: the entity at `found` of the extraction of passage `passage`. Offsets are the memory's. */
export interface Place {
  readonly passage: number;
  readonly found: number;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

export class Thing {
  type: string;
  name: string;
  /** What the text was taken to say that it is, whatever it is kept as. */
  readonly read: string;
  /** The entity of the same name that says too little of what it is, and gives way to this one. */
  supplants: string | undefined;
  readonly aliases = new Set<string>();
  readonly places: Place[] = [];

  constructor({ type, name }: { readonly type: string; readonly name: string }) {
    this.type = typeKey(type);
    this.read = this.type;
    this.name = tidy(name);
  }

  get id(): string {
    return entityId(this);
  }

  get key(): string {
    return nameKey(this.name, this.type);
  }

  /** That of its surest place. */
  get confidence(): number {
    return this.places.reduce((most, { confidence }) => Math.max(most, confidence), 0);
  }

  addAlias(alias: string): void {
    const form = tidy(alias);
    if (form !== '' && form.length <= LONGEST_NAME && nameKey(form, this.type) !== this.key) this.aliases.add(form);
  }

  /** Takes over everything of another, whose name becomes an alias. */
  absorb(other: Thing): void {
    this.places.push(...other.places);
    for (const form of [other.name, ...other.aliases]) this.addAlias(form);
  }
}

/** False for what no entity can be called: nothing but punctuation, or too long to be a name. */
export function isNameable({ type, name }: Pick<FoundEntity, 'type' | 'name'>): boolean {
  const form = tidy(name);
  const hasRoom = form.length <= LONGEST_NAME && typeKey(type) !== '' && type.length <= LONGEST_TYPE;
  return hasRoom && form.isWellFormed() && /[\p{L}\p{N}\p{S}]/u.test(form);
}

function tidy(name: string): string {
  return name.replace(/\s+/gu, ' ').trim();
}
