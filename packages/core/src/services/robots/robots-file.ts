/**
 * What a site's robots.txt allows, by RFC 9309: the groups that name us count together, those of `*` where none does; of the
 * rules that fit a path the longest holds, and of equally long ones the one that allows.
 *
 * Read by our own code: the file is the site's, and the library that there is took 28 seconds for a hostile one of 480 kB
 * (`robots-parser` 3.0.1), in which patterns went back over the path again and again. Here a pattern goes over it once.
 */

/** What is sent as the name of the program that asks, and what sites write in their files. */
const ROBOTS_AGENT = 'zapomni';
/** Of the file; what stands behind it is not read. */
export const MOST_ROBOTS_BYTES = 500 * 1024;

interface Rule {
  readonly allows: boolean;
  /** What stands between the wildcards. */
  readonly parts: readonly string[];
  /** `$`: nothing may follow. */
  readonly ends: boolean;
  readonly length: number;
}

export interface RobotsRules {
  /** Path and query of a URL. */
  allows(path: string): boolean;
  /** Not of the RFC, but many sites say it: how long to wait between two requests. */
  readonly delayMs: number | null;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  delayMs: number | null;
}

/** Who must be asked slowly is asked once a minute at least: more than that is no pace but a refusal. */
const MOST_DELAY_MS = 60_000;

export function readRobots(text: string): RobotsRules {
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.includes(ROBOTS_AGENT));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = ours.flatMap((group) => group.rules);
  const delays = ours.flatMap(({ delayMs }) => delayMs ?? []);
  return {
    allows: (path) => path === '/robots.txt' || isAllowed(rules, normalized(path)),
    delayMs: delays.length === 0 ? null : Math.max(...delays),
  };
}

/** Everything may be read. */
export const NO_ROBOTS: RobotsRules = { allows: () => true, delayMs: null };

/** Lines that name agents open a group; what is no rule does not end them. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let open: Group | null = null;
  let hasRules = false;
  for (const line of text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u)) {
    const [field, value] = fieldOf(line);
    if (field === 'user-agent') {
      if (open === null || hasRules) groups.push((open = { agents: [], rules: [], delayMs: null }));
      hasRules = false;
      open.agents.push(agentOf(value));
    } else if (open && (field === 'allow' || field === 'disallow')) {
      hasRules = true;
      if (value !== '') open.rules.push(toRule(value, field === 'allow'));
    } else if (open && field === 'crawl-delay') {
      hasRules = true;
      open.delayMs = delayOf(value) ?? open.delayMs;
    }
  }
  return groups;
}

/** Without what stands behind `#`. A line without a field has an empty one. */
function fieldOf(line: string): [name: string, value: string] {
  const [said = ''] = line.split('#', 1);
  const colon = said.indexOf(':');
  return [said.slice(0, Math.max(0, colon)).trim().toLowerCase(), said.slice(colon + 1).trim()];
}

/** `Zapomni/1.0` names us as well as `zapomni` does. */
function agentOf(value: string): string {
  return value === '*' ? value : (/^[a-z_-]+/.exec(value.toLowerCase())?.[0] ?? '');
}

function delayOf(value: string): number | null {
  const seconds = value === '' ? Number.NaN : Number(value);
  return seconds >= 0 ? Math.min(seconds * 1000, MOST_DELAY_MS) : null;
}

function toRule(value: string, allows: boolean): Rule {
  const ends = value.endsWith('$');
  const pattern = normalized(ends ? value.slice(0, -1) : value);
  return { allows, parts: pattern.split(/\*+/u), ends, length: pattern.length + (ends ? 1 : 0) };
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null;
  for (const rule of rules) {
    const isBetter = best === null || rule.length > best.length || (rule.length === best.length && rule.allows);
    if (isBetter && fits(rule, path)) best = rule;
  }
  return best?.allows ?? true;
}

/** Each part where it first stands behind the one before; the last one at the end, where that is asked for. */
function fits({ parts, ends }: Rule, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  if (rest.length === 0) return !ends || at === path.length;
  const last = ends ? (rest.pop() ?? '') : '';
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

const PLAIN = /[A-Za-z0-9._~-]/u;

/** The same characters in the same spelling: what need not be escaped is not, everything beyond ASCII is. */
function normalized(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/%([0-9a-f]{2})/giu, (escaped, hex: string) => {
      const sign = String.fromCharCode(Number.parseInt(hex, 16));
      return PLAIN.test(sign) ? sign : escaped.toUpperCase();
    })
    .replaceAll(/[^\u0020-\u007E]+/gu, (signs) => encodeURIComponent(signs));
}
