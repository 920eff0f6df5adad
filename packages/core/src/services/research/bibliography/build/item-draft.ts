/** An item while it is read: what is empty is not said, and what is no identifier is kept under its own name. */
import { decodeEntities } from '../../../../model/entities.ts';
import {
  doiInAddress,
  identifierKey,
  normalizeIdentifier,
  parseIdentifier,
  type BibliographicItem,
  type Contributor,
  type DateField,
  type Identifier,
  type IdScheme,
  type ItemType,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';

export class ItemDraft {
  type: ItemType;
  citekey: string | undefined;
  readonly #texts = new Map<TextField, string>();
  readonly #dates = new Map<DateField, PartialDate>();
  readonly #contributors: Contributor[] = [];
  readonly #identifiers = new Map<string, Identifier>();
  readonly #keywords = new Set<string>();
  readonly #files = new Set<string>();
  readonly #extra = new Map<string, string>();

  constructor(type: ItemType) {
    this.type = type;
  }

  text(field: TextField): string | undefined {
    return this.#texts.get(field);
  }

  /** The first that is said stands. */
  setText(field: TextField, value: string | undefined): void {
    const clean = value === undefined ? '' : plain(value);
    if (clean !== '' && !this.#texts.has(field)) this.#texts.set(field, clean);
  }

  /** Said in several parts, such as the notes of a record. */
  addText(field: TextField, value: string, between: string): void {
    const [before, clean] = [this.#texts.get(field), plain(value)];
    if (clean === '' || before === clean) return;
    this.#texts.set(field, before === undefined ? clean : before + between + clean);
  }

  replaceText(field: TextField, value: string): void {
    this.#texts.delete(field);
    this.setText(field, value);
  }

  takeText(field: TextField): string | undefined {
    const value = this.#texts.get(field);
    this.#texts.delete(field);
    return value;
  }

  date(field: DateField): PartialDate | undefined {
    return this.#dates.get(field);
  }

  setDate(field: DateField, value: PartialDate | null): void {
    if (value && Object.keys(value).length > 0 && !this.#dates.has(field)) this.#dates.set(field, value);
  }

  replaceDate(field: DateField, value: PartialDate): void {
    this.#dates.set(field, value);
  }

  addContributor(contributor: Contributor | null): void {
    if (contributor && (contributor.family || contributor.given || contributor.literal))
      this.#contributors.push(withPlainName(contributor));
  }

  hasContributor(role: Contributor['role']): boolean {
    return this.#contributors.some((one) => one.role === role);
  }

  /** What is none of the scheme stays under `name`. */
  addIdentifier(scheme: IdScheme, value: string, name: string = scheme): void {
    const clean = plain(value);
    if (clean === '') return;
    const found = normalizeIdentifier(scheme, clean) ?? (scheme === 'doi' ? doiIn(clean) : null);
    if (found) this.#identifiers.set(identifierKey(found), found);
    else this.setExtra(name, clean);
  }

  /** An address that only spells another identifier, such as that of a DOI, is that. */
  addUrl(value: string, name = 'url'): void {
    const clean = plain(value);
    const named = parseIdentifier(clean);
    if (named && named.scheme !== 'url') this.addKnown(named);
    else this.addIdentifier('url', clean, name);
  }

  addKnown(found: Identifier | null): void {
    if (found) this.#identifiers.set(identifierKey(found), found);
  }

  hasIdentifier(scheme: IdScheme): boolean {
    return [...this.#identifiers.values()].some((one) => one.scheme === scheme);
  }

  addKeyword(value: string): void {
    const clean = plain(value);
    if (clean !== '') this.#keywords.add(clean);
  }

  get hasKeywords(): boolean {
    return this.#keywords.size > 0;
  }

  addFile(value: string): void {
    const clean = value.trim();
    if (clean !== '') this.#files.add(clean);
  }

  /** `PMID: 23690738 PMCID: PMC3654245`, as Zotero has them written where it has no field; only what begins so is of this work. */
  addNamed(text: string): void {
    for (let rest = text.trim(); ;) {
      const [all = '', name = '', value = ''] = NAMED.exec(rest) ?? [];
      const scheme = NAMED_SCHEMES.get(name.toLowerCase());
      if (!scheme) return;
      if (!this.hasIdentifier(scheme)) this.addKnown(normalizeIdentifier(scheme, value));
      rest = rest.slice(all.length);
    }
  }

  #addArxiv(): void {
    for (const field of ARXIV_FIELDS) {
      const number = ARXIV.exec(this.#texts.get(field) ?? '')?.[1];
      if (number !== undefined) return this.addKnown(normalizeIdentifier('arxiv', number));
    }
  }

  setExtra(name: string, value: string): void {
    const clean = value.trim();
    if (clean === '' || name === '') return;
    const before = this.#extra.get(name);
    if (before === undefined) this.#extra.set(name, clean);
    else if (before !== clean) this.#extra.set(name, `${before}\n${clean}`);
  }

  done(): BibliographicItem {
    this.addNamed(this.#texts.get('note') ?? '');
    if (!this.hasIdentifier('arxiv')) this.#addArxiv();
    return {
      type: this.type,
      ...(this.citekey ? { citekey: this.citekey } : {}),
      contributors: this.#contributors,
      identifiers: [...this.#identifiers.values()],
      ...(this.#keywords.size > 0 ? { keywords: [...this.#keywords] } : {}),
      ...(this.#files.size > 0 ? { files: [...this.#files] } : {}),
      ...(this.#extra.size > 0 ? { extra: Object.fromEntries(this.#extra) } : {}),
      ...Object.fromEntries(this.#texts),
      ...Object.fromEntries(this.#dates),
    };
  }
}

const NAMED = /^(PMID|PMCID|DOI|arXiv):\s*(\S+?)(?:\s*\[[\w.-]+\])?(?:[;,]?\s+|$)/i;
const NAMED_SCHEMES: ReadonlyMap<string, IdScheme> = new Map([
  ['pmid', 'pmid'],
  ['pmcid', 'pmcid'],
  ['doi', 'doi'],
  ['arxiv', 'arxiv'],
]);

/** Where an entry of a preprint says its number: `arXiv preprint arXiv:1706.03762`, `abs/1706.03762`, `arXiv:1706.03762 [cs]`. */
const ARXIV_FIELDS = ['container_title', 'volume', 'number', 'issue', 'page', 'note'] as const;
const ARXIV =
  /^(?=.*(?:arxiv|abs\/))(?:corr|arxiv(?:\.org)?)?[\s:,]*(?:e-?prints?|preprints?)?[\s:,]*(?:arxiv:\s*|abs\/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\s*\[[\w.-]+\])?$/i;

/** In a field for it: behind the address of a library's proxy or a publisher's page, or the first of several. */
function doiIn(text: string): Identifier | null {
  const first = /\b10\.\d{4,9}\/\S+/.exec(text)?.[0];
  return doiInAddress(text) ?? (first === undefined ? null : normalizeIdentifier('doi', first));
}

/** Of JATS and MathML, as registries of works have them in titles; `<i>` and `<sub>` are of CSL, too, and stay. */
const NAMESPACED = /<(\/?)(?:jats|mml):([\w.-]+)(?:\s[^<>]*)?>/gi;

/** What databases took from a page and wrote into a format that is none. */
function plain(text: string): string {
  const bare = text.replaceAll(NAMESPACED, (_, __, name: string) => (/^(?:p|title|sec)$/i.test(name) ? ' ' : ''));
  return spaced(decodeEntities(bare));
}

function withPlainName(contributor: Contributor): Contributor {
  const { role: _, orcid: __, ...parts } = contributor;
  if (!Object.values(parts).some((part) => part.includes('&'))) return contributor;
  const plainParts = Object.entries(parts).map(([part, text]) => [part, plain(text)] as const);
  return { ...contributor, ...Object.fromEntries(plainParts) };
}

/** One line, one space between words: what a format only broke to fit its width. */
export function spaced(text: string): string {
  return text.replaceAll(UNEVEN, ' ').trim();
}

/** All white space but a single space, which is most of it and stays as it is. */
const UNEVEN = /[^\S ]\s*| \s+/g;

/** A title that goes on in a further line: after a sign that ends something with a space, else as what is under it. */
export function joinedTitle(before: string, after: string): string {
  return before + (/[:.?!;,]$/.test(before) ? ' ' : ': ') + after;
}
