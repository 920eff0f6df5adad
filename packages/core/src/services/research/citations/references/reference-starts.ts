/** How references begin and end, whatever the style: with people, and with a year, pages, an id. */

const INITIALS = String.raw`(?:\p{Lu}\p{M}?\s?[.,]?\s?[-‐]?\s?){1,4}`;
const FAMILY = String.raw`(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|zu|af|st)\.?\s|[dlO]['’]\s?)*(?:de|di|da|du|le|la|van|von|mc)?\p{Lu}[\p{L}\p{M}'’-]+`;
/** Two family names of one person. A hyphen before a capital is within one, so that there is one way to read each. */
const BETWEEN = String.raw`(?:\s|-(?=\p{Ll}))`;
/** `Smith, J.`; `Smith JA,`; `Smith J. &`. */
const FAMILY_FIRST = new RegExp(
  String.raw`^${FAMILY}(?:${BETWEEN}${FAMILY}){0,2}(?:,\s*|\s+)${INITIALS}(?:[,;:.&(]|\s(?:and|et|und|y|&|\()|\s?$|\d)`,
  'u',
);
/** `J. A. Smith,`; `J Smith and`. */
const INITIALS_FIRST = new RegExp(
  String.raw`^(?:\p{Lu}\p{M}?\p{Ll}?\.\s?[-‐]?\s?){1,4}(?:${FAMILY})(?:${BETWEEN}${FAMILY}){0,2}(?:[,;:.(]|\s(?:and|et|und|y|&|\()|\s?$)`,
  'u',
);
/** `John A. Smith,`; `John Smith and`: given names in full need a year or another name soon. */
const FULL = new RegExp(
  String.raw`^\p{Lu}\p{Ll}+(?:[-\s]\p{Lu}\p{Ll}*\.?){0,2}\s${FAMILY}(?:,\s(?:\p{Lu}|and\b)|\s(?:and|&)\s\p{Lu}|\.\s(?:\p{Lu}|(?:1[89]|20)\d\d\b)|,?\s\()`,
  'u',
);
/** `Smith, John`. */
const FAMILY_GIVEN = new RegExp(String.raw`^${FAMILY}(?:${BETWEEN}${FAMILY}){0,2},\s\p{Lu}\p{Ll}+`, 'u');
const COLLECTIVE =
  /^(?:The\s)?(?:\p{Lu}[\p{L}.&-]*\s){1,6}(?:Collaboration|Consortium|Group|Committee|Organi[sz]ation|Association|Society|Team|Network|Institute)\b/u;
/** Another work of the one before. */
const DITTO = /^(?:[-–—_―~]{1,8}|[-–—_]\s[-–—_])(?:[.,:\s]|$)/u;

export function beginsWithPeople(text: string): boolean {
  return FAMILY_FIRST.test(text) || INITIALS_FIRST.test(text) || DITTO.test(text);
}

/** Also what a line within a reference may look like by chance. */
export function mayBegin(text: string): boolean {
  return beginsWithPeople(text) || FULL.test(text) || FAMILY_GIVEN.test(text) || COLLECTIVE.test(text);
}

const ENDING =
  /(?:[.!?)\]]|\d{2,}|\b(?:19|20)\d\d[a-z]?|\d[-–]\d+|https?:\/\/\S+|10\.\d{4,}\/\S+|press|submitted|preparation|PMID:?\s?\d+|\b(?:crossref|medline|pubmed|scholar))["”’)\].,;]*$/iu;

export function mayEnd(text: string): boolean {
  return (
    ENDING.test(text) &&
    !/(?:^|[\s,])(?:\p{Lu}|vol|no|pp|ed|eds|al|et|Proc|Int|J|Phys|Rev|Trans|Conf|Univ|Dr|St)\.$/u.test(text)
  );
}

/** What every reference has somewhere: a year, or an id that stands for one. */
export function hasYear(text: string): boolean {
  return /(?<![\d.])(?:1[6-9]|20)\d\d(?!\d)|\barxiv\s?:|\b(?:hep|astro|cond|gr|quant|nucl|math)-?\w*\/\d{7}|\b(?:in press|forthcoming|to appear|unpublished|n\.d\.)/iu.test(
    text,
  );
}
