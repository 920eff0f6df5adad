/** A definition from single arguments: where it begins, and perhaps what is taken from there. */
import { invalidField } from '../../../../errors/index.ts';
import { isOfHosts } from './step-address.ts';

/** A whole definition, with its name in it or beside it; or where to begin. */
export interface GivenWorkflow {
  readonly name?: string | undefined;
  readonly definition?: Readonly<Record<string, unknown>> | undefined;
  readonly websiteDomain?: string | undefined;
  readonly startUrl?: string | undefined;
  readonly description: string;
  /** `each` is what stands around one result; everything else is a field: a CSS selector, or a rule of `extract`. */
  readonly extractionRules: Readonly<Record<string, unknown>>;
}

/** INVALID_INPUT names what is missing. The definition is not yet checked. */
export function fromArguments(given: GivenWorkflow): { readonly name: string; readonly definition: object } {
  const { definition, description } = given;
  const { name: inside, ...whole } = definition ?? {};
  const name = given.name ?? inside;
  if (typeof name !== 'string') throw invalidField('name', 'is needed');
  if (definition === undefined) return { name, definition: begun(given) };
  return { name, definition: description === '' ? whole : { ...whole, description } };
}

const AROUND = new Set(['each', 'container', 'result_selector']);

function begun({ websiteDomain, startUrl, description, extractionRules }: GivenWorkflow): object {
  if (websiteDomain === undefined || startUrl === undefined)
    throw invalidField('definition', 'is needed, or website_domain and start_url');
  const extract = extractStep(extractionRules);
  const host = hostIn(websiteDomain);
  if (!/^https?:\/\//i.test(startUrl) || !URL.canParse(startUrl))
    throw invalidField('start_url', 'takes an address that begins with https:// or http://');
  if (!isOfHosts(startUrl, [host])) throw invalidField('start_url', 'is not of website_domain');
  return {
    description,
    allow_hosts: [host],
    steps: [{ do: 'goto', url: startUrl }, ...extract],
  };
}

/** A host, also where an address was given. */
function hostIn(domain: string): string {
  const given = domain.trim().toLowerCase();
  if (/^https?:\/\//.test(given) && URL.canParse(given)) return new URL(given).host;
  if (given === '' || /[/\s@]/.test(given)) throw invalidField('website_domain', 'takes a host such as example.org');
  return given;
}

function extractStep(rules: Readonly<Record<string, unknown>>): object[] {
  const entries = Object.entries(rules);
  if (entries.length === 0) return [];
  for (const [name, rule] of entries)
    if (typeof rule !== 'string' && !isRecord(rule))
      throw invalidField(`extraction_rules.${name.slice(0, 40)}`, 'takes CSS, or a rule of extract');
  const around = entries.find(([name]) => AROUND.has(name));
  const fields = Object.fromEntries(entries.filter(([name]) => !AROUND.has(name)));
  const nested = fields['fields'];
  const each = typeof around?.[1] === 'string' ? { css: around[1] } : around?.[1];
  return [
    {
      do: 'extract',
      ...(each === undefined ? {} : { each }),
      fields: Object.keys(fields).length === 1 && isRecord(nested) ? nested : withLinks(fields),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of what is called a link, the address is meant and not its text. */
function withLinks(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isLink = (name: string): boolean => /^(?:url|link|pdf|pdf_url)$/.test(name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name,
      typeof rule === 'string' && isLink(name) ? { css: rule, take: 'href' } : rule,
    ]),
  );
}
