import type { BibliographicItem, Contributor, ContributorRole, TextField } from '../../../../model/papers/index.ts';
import { toEdtf } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { joined } from '../build/names.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import { escapeXml, open, tag } from './nodes.ts';
import { hasIssues, ZOTERO_ROLES, ZOTERO_TEXTS, zoteroClass, zoteroKind } from './zotero-words.ts';

const NAMESPACES = Object.entries({
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  z: 'http://www.zotero.org/namespaces/export#',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  bib: 'http://purl.org/net/biblio#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://nwalsh.com/rdf/vCard#',
  prism: 'http://prismstandard.org/namespaces/1.2/basic/',
  link: 'http://purl.org/rss/1.0/modules/link/',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

export async function* writeZoteroRdf(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  let files = 0;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${NAMESPACES}>\n`;
  for await (const item of items) {
    const first = files;
    files += item.files?.length ?? 0;
    yield `${itemText(item, keys.keyFor(item), first)}\n`;
  }
  yield '</rdf:RDF>\n';
}

function itemText(item: BibliographicItem, key: string, firstFile: number): string {
  const { files = [], issued, accessed } = item;
  const inside = [
    tag('z:itemType', zoteroKind(item.type)),
    tag('z:citationKey', key),
    people(item),
    texts(item),
    container(item),
    series(item),
    publisher(item),
    open('bib:presentedAt', open('bib:Conference', tag('dc:title', item.event_title))),
    subjects(item),
    identifiers(item),
    tag('dc:date', issued && toEdtf(issued)),
    tag('dcterms:dateSubmitted', accessed && toEdtf(accessed)),
    ...files.map((_, i) => `<link:link rdf:resource="#file_${firstFile + i}"/>`),
  ];
  const about = { 'rdf:about': `#${key}` };
  return [
    open(zoteroClass(item.type), inside.join(''), about),
    ...files.map((path, i) => attachment(path, firstFile + i)),
  ].join('\n');
}

function attachment(path: string, number: number): string {
  return `<z:Attachment rdf:about="#file_${number}"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="${escapeXml(path)}"/></z:Attachment>`;
}

function people({ contributors }: BibliographicItem): string {
  return (Object.entries(ZOTERO_ROLES) as [ContributorRole, string][])
    .map(([role, name]) => {
      const names = contributors.filter((one) => one.role === role).map((one) => open('rdf:li', nameText(one)));
      return open(name, open('rdf:Seq', names.join('')));
    })
    .join('');
}

/** Zotero keeps a particle with the family name and a suffix behind the given one. */
function nameText({ family, given, particle, droppingParticle, suffix, literal }: Contributor): string {
  const first = joined(given, droppingParticle);
  const parts =
    tag('foaf:surname', literal ?? joined(particle, family)) +
    (literal === undefined ? tag('foaf:givenName', suffix && first ? `${first}, ${suffix}` : first) : '');
  return open('foaf:Person', parts);
}

function texts(item: BibliographicItem): string {
  return (Object.entries(ZOTERO_TEXTS) as [TextField, string][])
    .map(([field, name]) => tag(name, item[field]))
    .join('');
}

/** Of an article the numbers are the journal's; of all else its own. */
function container(item: BibliographicItem): string {
  const isIssue = hasIssues(item.type);
  const numbers = tag('prism:volume', item.volume) + tag('prism:number', isIssue ? item.issue : item.number);
  const issns = valuesOf(item.identifiers, 'issn').map((issn) => tag('dc:identifier', `ISSN ${issn}`));
  const inside = [
    tag('dc:title', item.container_title),
    tag('dcterms:alternative', item.container_title_short),
    isIssue ? numbers : '',
    ...issns,
  ];
  const name = isIssue ? 'bib:Journal' : 'bib:Book';
  return open('dcterms:isPartOf', open(name, inside.join(''))) + (isIssue ? '' : numbers);
}

function series({ collection_title: title, collection_number: number }: BibliographicItem): string {
  return open('dcterms:isPartOf', open('bib:Series', tag('dc:title', title) + tag('dc:identifier', number)));
}

function publisher({ publisher: name, publisher_place: place }: BibliographicItem): string {
  const address = open('vcard:adr', open('vcard:Address', tag('vcard:locality', place)));
  return open('dc:publisher', open('foaf:Organization', address + tag('foaf:name', name)));
}

function subjects({ keywords = [], call_number: number }: BibliographicItem): string {
  const shelf = open('dc:subject', open('dcterms:LCC', tag('rdf:value', number)));
  return shelf + keywords.map((word) => tag('dc:subject', word)).join('');
}

function identifiers({ identifiers: ids }: BibliographicItem): string {
  const numbers = (['doi', 'isbn'] as const).flatMap((scheme) =>
    valuesOf(ids, scheme).map((value) => tag('dc:identifier', `${scheme.toUpperCase()} ${value}`)),
  );
  const addresses = otherUrls(ids, ['doi', 'isbn', 'issn']).map((url) =>
    open('dc:identifier', open('dcterms:URI', tag('rdf:value', url))),
  );
  return [...numbers, ...addresses].join('');
}
