/**
 * Which keys are taken, by a number of each: a bibliography of any length is written with eight to sixteen bytes for an entry and without one
 * text that would have to be kept. Two keys that share a number of 52 bits are both taken to be there, which costs the second a letter.
 */
const FIRST_ROOM = 1024;

export class TakenKeys {
  /** A hash table with open addressing; 0 is an empty place. */
  #places = new Float64Array(FIRST_ROOM);
  #count = 0;

  /** False where it was there already. */
  add(key: string): boolean {
    if (!put(this.#places, numberOf(key))) return false;
    this.#count += 1;
    if (this.#count * 4 > this.#places.length * 3) this.#grow();
    return true;
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2);
    for (const number of this.#places) if (number !== 0) put(places, number);
    this.#places = places;
  }
}

function put(places: Float64Array, number: number): boolean {
  const mask = places.length - 1;
  for (let at = number & mask; ; at = (at + 1) & mask) {
    if (places[at] === number) return false;
    if (places[at] !== 0) continue;
    places[at] = number;
    return true;
  }
}

const [FNV_OFFSET, FNV_PRIME, OTHER_OFFSET, OTHER_PRIME] = [0x811c9dc5, 0x01000193, 0x9747b28c, 0x5bd1e995];
const UPPER_BITS = 0xfffff;

/** FNV-1a for the lower 32 bits, the same steps with other numbers for 20 above them. Never 0. */
function numberOf(key: string): number {
  let [low, high] = [FNV_OFFSET, OTHER_OFFSET];
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    low = Math.imul(low ^ unit, FNV_PRIME);
    high = Math.imul(high ^ unit, OTHER_PRIME);
    high ^= high >>> 15;
  }
  return (((high >>> 0) & UPPER_BITS) + 1) * 2 ** 32 + (low >>> 0);
}
