/** By which ids an entry names its paper: those that it says, and those that its address is made of. */
import {
  identifierKey,
  normalizeIdentifier,
  parseIdentifier,
  type Identifier,
  type IdScheme,
} from '../../../model/papers/index.ts';

const OAI_ARXIV = /^oai:arxiv\.org:(.+)$/iu;
const NUMBERED = /^(?:pubmed:|pmid:)\s*(\d{1,8})$/iu;
/** `/doi/full/10.1000/x.y`, `/content/10.1101/2026.01.01.123456v1`. */
const IN_PATH = /\/(10\.\d{4,9}\/[^\s?#]+)/u;
/** What sites put behind it. */
const BEHIND =
  /(?:\/(?:abstract|abs|epdf|epub|full|fulltext|full-text|html|meta|pdf|pdfdirect|references|summary)|\.(?:abstract|full|full-text|short|pdf)(?:\.\w{2,4})?)+\/?$/iu;

/** Said as such: `prism:doi`, `dc:identifier`, the feed's own id. */
export function idsOf(said: readonly (string | null)[], addresses: readonly (string | null)[]): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const id of [...said.map(saidId), ...addresses.map(idOfAddress)]) {
    if (id && id.scheme !== 'url') found.set(identifierKey(id), id);
  }
  return [...found.values()];
}

function saidId(text: string | null): Identifier | null {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  const arxiv = OAI_ARXIV.exec(given)?.[1];
  if (arxiv !== undefined) return normalizeIdentifier('arxiv', arxiv);
  const pmid = NUMBERED.exec(given)?.[1];
  if (pmid !== undefined) return normalizeIdentifier('pmid', pmid);
  return parseIdentifier(given.replace(/^info:doi\//iu, ''));
}

function idOfAddress(address: string | null): Identifier | null {
  if (address === null || !/^https?:\/\//iu.test(address)) return null;
  const whole = parseIdentifier(address.replace(/[?#].*$/su, ''));
  if (whole && whole.scheme !== 'url') return whole;
  const inPath = IN_PATH.exec(decoded(address))?.[1]?.replace(BEHIND, '');
  return inPath === undefined ? null : normalizeIdentifier('doi', inPath);
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

export function idsOfScheme(scheme: IdScheme, texts: readonly (string | null)[]): Identifier[] {
  return texts.flatMap((text) => (text === null ? [] : (normalizeIdentifier(scheme, text) ?? [])));
}
