/** Goes through the terms of a packed passage without making a string of each, and gives each a hash. */
import { BETWEEN } from './packed-words.ts';

/** A term and where it stands in the text. The same object is given every time. */
export class ScannedTerm {
  text = '';
  hash = 0;
  from = 0;
  to = 0;

  get term(): string {
    return this.text.slice(this.from, this.to);
  }

  is(term: string): boolean {
    if (term.length !== this.to - this.from) return false;
    for (let i = 0; i < term.length; i++) {
      if (term.charCodeAt(i) !== this.text.charCodeAt(this.from + i)) return false;
    }
    return true;
  }
}

const scanned = new ScannedTerm();
const BETWEEN_UNIT = BETWEEN.charCodeAt(0);
const HASH_START = 0x811c9dc5;

export function scanTerms(text: string, visit: (term: ScannedTerm) => void): void {
  if (text === '') return;
  scanned.text = text;
  scanned.from = 0;
  let hash = HASH_START;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : BETWEEN_UNIT;
    if (unit !== BETWEEN_UNIT) {
      hash = mix(hash, unit);
      continue;
    }
    scanned.hash = finish(hash);
    scanned.to = i;
    visit(scanned);
    scanned.from = i + 1;
    hash = HASH_START;
  }
}

/** Never 0. */
export function hashOf(term: string): number {
  let hash = HASH_START;
  for (let i = 0; i < term.length; i++) hash = mix(hash, term.charCodeAt(i));
  return finish(hash);
}

/** FNV-1a, over UTF-16 units. */
function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

function finish(hash: number): number {
  return hash | 0 || 1;
}
