/** Parts that articles and books of PubMed have alike. */
import type { Contributor, PartialDate } from '@zapomni/core/model';
import type { XmlElement } from '../../readers/xml/xml-tree.ts';
import { cleanText } from './clean-text.ts';
import { dateFromWords, dateOf, monthOf, seasonOf } from './dates.ts';
import { toContributor } from './names.ts';
import { known } from './pick.ts';
import { at, textAt } from './xml-paths.ts';

/** Null also for a name that was found to be wrong and put right by another. */
export function toAuthor(author: XmlElement): Contributor | null {
  if (author.attributes.get('ValidYN') === 'N') return null;
  const orcid = author.children.find(
    ({ name, attributes }) => name === 'Identifier' && attributes.get('Source') === 'ORCID',
  );
  return toContributor({
    family: textAt(author, 'LastName'),
    given: textAt(author, 'ForeName') ?? textAt(author, 'Initials'),
    suffix: textAt(author, 'Suffix'),
    literal: textAt(author, 'CollectiveName'),
    orcid: orcid?.text.trim(),
    affiliation: textAt(author, 'AffiliationInfo', 'Affiliation'),
  });
}

export function issuedOf(date: XmlElement | undefined): PartialDate | undefined {
  if (!date) return undefined;
  const words = textAt(date, 'MedlineDate');
  if (words !== undefined) return dateFromWords(words);
  const [year, day] = [textAt(date, 'Year'), textAt(date, 'Day')].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  const found = dateOf(year, monthOf(textAt(date, 'Month')), day);
  return found && known({ ...found, season: seasonOf(textAt(date, 'Season')) });
}

/** Sections of a structured one with what they are called. */
export function abstractOf(article: XmlElement | undefined): string | undefined {
  const parts = (at(article, 'Abstract')?.children ?? []).filter(({ name }) => name === 'AbstractText');
  const texts = parts.map((part) => {
    const label = part.attributes.get('Label');
    const text = cleanText(part.text);
    return text === undefined || label === undefined || /^unlabelled$/i.test(label) ? text : `${label}: ${text}`;
  });
  return texts.filter((text) => text !== undefined).join('\n') || undefined;
}
