/** Settings of papers: how they are named, which sources may be asked about them, where those are, and with which keys. */
import { z } from 'zod';
import { DEFAULT_PATTERN, isKeyPattern, KEY_MODIFIERS, KEY_WORDS } from '../model/papers/citekey-words.ts';
import { NOTE_FORMAT_NAMES } from '../model/papers/note-formats.ts';
import { PAPER_SOURCES, type PaperSourceName } from '../ports/papers/paper-source.ts';
import { listed, secretSetting, setting, webAddress } from './setting.ts';

const NAMES: readonly string[] = PAPER_SOURCES;

const sourceList = z
  .string()
  .refine(
    (names) => names === 'none' || names === 'all' || listed(names).every((name) => NAMES.includes(name)),
    `takes \`none\`, \`all\`, or names by comma: ${NAMES.join(', ')}`,
  );

/** Where each is, unless a setting says otherwise, and the hosts on which it keeps texts that it points to. */
const PLACES: Readonly<Record<PaperSourceName, { readonly url: string; readonly texts: readonly string[] }>> = {
  crossref: { url: 'https://api.crossref.org', texts: [] },
  datacite: { url: 'https://api.datacite.org', texts: [] },
  arxiv: { url: 'https://export.arxiv.org', texts: ['arxiv.org'] },
  pubmed: { url: 'https://eutils.ncbi.nlm.nih.gov', texts: [] },
  europepmc: { url: 'https://www.ebi.ac.uk/europepmc/webservices/rest', texts: ['europepmc.org'] },
  openalex: { url: 'https://api.openalex.org', texts: [] },
  semanticscholar: { url: 'https://api.semanticscholar.org', texts: [] },
  unpaywall: { url: 'https://api.unpaywall.org', texts: [] },
  biorxiv: { url: 'https://api.biorxiv.org', texts: ['www.biorxiv.org', 'www.medrxiv.org'] },
};

const keyAdvice = `may have ${KEY_WORDS.map((name) => `[${name}]`).join(' ')} with :${KEY_MODIFIERS.join(' :')}, letters, digits and _:.+/-`;

const place = (name: PaperSourceName, called: string) =>
  setting('papers', webAddress.default(PLACES[name].url), `Where ${called} is asked.`);
const key = (about: string) => secretSetting('papers', z.string().min(1).optional(), about);
const keyFile = () => setting('papers', z.string().min(1).optional(), 'File that holds that key.');

export const paperSettings = {
  paper_sources: setting(
    'papers',
    sourceList.default('none'),
    `Sources that may be asked about papers, by comma, or \`all\`: ${NAMES.join(', ')}. Naming one allows its hosts. Unless given: \`none\`. Most want \`web_contact\` too; \`unpaywall\` needs it.`,
  ),
  paper_offline: setting(
    'papers',
    z.stringbool().default(false),
    'Answer about papers from what is kept of earlier answers alone, and ask nobody.',
  ),
  citekey_pattern: setting(
    'papers',
    z.string().refine(isKeyPattern, keyAdvice).default(DEFAULT_PATTERN),
    'How papers that come without a citekey are named: words in brackets, each with modifiers (docs/papers.md).',
  ),
  note_name: setting(
    'papers',
    z.string().min(1).default('{citekey}'),
    'How new notes of papers are named: words with {citekey}, {title} or {id} in them, and {author} and {year} (docs/papers.md).',
  ),
  note_format: setting(
    'papers',
    z.enum(NOTE_FORMAT_NAMES).default('obsidian'),
    'How notes of papers are written: for `obsidian`, for `logseq`, or as plain `markdown`.',
  ),
  crossref_key: key('Token of Crossref Metadata Plus.'),
  crossref_key_file: keyFile(),
  openalex_key: key('Key for OpenAlex, which gives ten times the daily budget.'),
  openalex_key_file: keyFile(),
  pubmed_key: key('Key for PubMed (NCBI), which allows ten requests a second in place of three.'),
  pubmed_key_file: keyFile(),
  semanticscholar_key: key('Key for Semantic Scholar, without which its limit is shared with everybody.'),
  semanticscholar_key_file: keyFile(),
  crossref_url: place('crossref', 'Crossref'),
  datacite_url: place('datacite', 'DataCite'),
  arxiv_url: place('arxiv', 'arXiv'),
  pubmed_url: place('pubmed', 'PubMed'),
  europepmc_url: place('europepmc', 'Europe PMC'),
  openalex_url: place('openalex', 'OpenAlex'),
  semanticscholar_url: place('semanticscholar', 'Semantic Scholar'),
  unpaywall_url: place('unpaywall', 'Unpaywall'),
  biorxiv_url: place('biorxiv', 'bioRxiv and medRxiv'),
};

type PaperConfig = { readonly paper_sources: string } & { readonly [Name in `${PaperSourceName}_url`]: string };

/** In their own order, each once. */
export function allowedSources({ paper_sources: names }: Pick<PaperConfig, 'paper_sources'>): PaperSourceName[] {
  const named = new Set(listed(names));
  return PAPER_SOURCES.filter((name) => names === 'all' || named.has(name));
}

/**
 * Hosts that allowed sources bring with them. An address that the user wrote is the user's own, and may be a private one; those that
 * come with the program may not.
 */
export function sourceHosts(config: PaperConfig): { readonly hosts: string[]; readonly privateHosts: string[] } {
  const allowed = allowedSources(config).map((name) => ({ ...PLACES[name], given: config[`${name}_url`] }));
  const isOwn = ({ url, given }: { url: string; given: string }) => given !== url;
  return {
    hosts: allowed.filter((one) => !isOwn(one)).flatMap(({ url, texts }) => [new URL(url).host, ...texts]),
    privateHosts: allowed.filter(isOwn).map(({ given }) => new URL(given).host),
  };
}
