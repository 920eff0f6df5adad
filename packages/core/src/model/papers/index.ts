export {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  ITEM_TYPES,
  TEXT_FIELDS,
  type BibliographicItem,
  type Contributor,
  type ContributorRole,
  type DateField,
  type ItemType,
  type PartialDate,
  type TextField,
} from './item.ts';
export {
  doiInAddress,
  ID_SCHEMES,
  identifierKey,
  normalizeIdentifier,
  parseIdentifier,
  type Identifier,
  type IdScheme,
} from './identifier.ts';
export { claimedScheme, identifierText, SCHEME_WORDS } from './scheme-words.ts';
export { DEFAULT_PATTERN, isKeyPattern, KEY_MODIFIERS, KEY_WORDS } from './citekey-words.ts';
export { toCsl } from './csl/to-csl.ts';
export { fromCsl } from './csl/from-csl.ts';
export type { CslItem } from './csl/csl-item.ts';
export { NOTE_FORMAT_NAMES, type NoteFormatName } from './note-formats.ts';
export { longestCount, type Numbered } from './counting-up.ts';
export { isReferenceHeading, referenceHeadingEnd } from './reference-heading.ts';
