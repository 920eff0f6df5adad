/** A reference as its paper prints it: the number, where the list has numbers, once and apart from the text. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { authorsOf, venueOf, yearOf } from '../../library/keep/keys.ts';
import { nameOf } from '../../library/keep/paper-memory.ts';

interface Listed {
  readonly n: number;
  /** `[12]`, `3.`, `1`; null where the list has none, or nobody said. */
  readonly marker: string | null;
  readonly raw: string | null;
  readonly item: BibliographicItem | null;
}

export interface ReferenceText {
  /** `12`, without what stands around it; null in a list without numbers. */
  readonly label: string | null;
  readonly text: string;
}

const LABEL = /^\W*([\p{L}\p{N}+]{1,12})\W*$/u;
const NUMBER = /^(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)](?!\d))\s*/;
const FEW = 3;

export function referenceText(listed: Listed): ReferenceText {
  const said = (listed.raw ?? described(listed.item)).replaceAll(/\s+/g, ' ').trim();
  const printed = printedNumber(said);
  const label = LABEL.exec(listed.marker ?? '')?.[1];
  if (label !== undefined)
    return { label, text: without(said, [printed?.number === label ? printed.text : '', listed.marker ?? '']) };
  // What a list says of itself without a marker is its number only where it counts as the list does.
  if (Number(printed?.number) !== listed.n) return { label: null, text: said };
  return { label: String(listed.n), text: without(said, [printed?.text ?? '']) };
}

function printedNumber(text: string): { readonly text: string; readonly number: string } | null {
  const [whole = '', ...numbers] = NUMBER.exec(text) ?? [];
  const number = numbers.find((one) => one !== undefined);
  return number === undefined ? null : { text: whole, number };
}

function without(text: string, beginnings: readonly string[]): string {
  const found = beginnings.find((one) => one !== '' && text.startsWith(one) && !isWithinWord(one, text));
  return found === undefined ? text : text.slice(found.length).trim();
}

function isWithinWord(beginning: string, text: string): boolean {
  return /[\p{L}\p{N}]$/u.test(beginning) && /^[\p{L}\p{N}]/u.test(text.slice(beginning.length));
}

/** Of one that came taken apart: who, when, what, where. */
function described(item: BibliographicItem | null): string {
  if (!item) return '';
  const names = authorsOf(item).map(nameOf);
  const year = yearOf(item);
  const who = [names.length > FEW ? `${names[0]} et al.` : names.join(', '), year === null ? '' : `(${year})`];
  return [who.filter((part) => part !== '').join(' '), item.title ?? '', venueOf(item) ?? '']
    .filter((part) => part !== '')
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
