/**
 * References taken apart as anybody would at first: a year, people before it or before the first full stop, the next sentence as the title,
 * what follows up to a comma as the journal. What rules of ours are held against, in the same run.
 */

const YEAR = /\(?\b(?:1[5-9]|20)\d\d[a-z]?\b\)?[.,;:]?/;
const PAGES = /(?:pp?\.\s*)?\b\d+\s*[-–—]+\s*\d+\b[.,;]?/;
const VOLUME = /\b(?:vol\.\s*)?\d+\s*\(\d+\)[.,:;]?/i;
const NUMBER = /^\s*(?:\[\d+\]|\d+\.)\s/;
const URL = /\bhttps?:\/\/\S+/;
const DOI = /\b(?:doi:\s*)?10\.\d{4,9}\/\S+/i;

export function crudeFields(raw: string): Record<string, string> {
  const fields: Record<string, string> = {};
  let rest = raw;
  const take = (name: string, pattern: RegExp): void => {
    const found = pattern.exec(rest);
    if (!found) return;
    fields[name] = found[0].trim();
    rest = `${rest.slice(0, found.index)}\n${rest.slice(found.index + found[0].length)}`;
  };
  take('citation-number', NUMBER);
  take('url', URL);
  take('doi', DOI);
  take('pages', PAGES);
  take('volume', VOLUME);
  take('date', YEAR);
  const parts = rest
    .split(/\n|(?<=\p{L}{3}[.?!])\s+/u)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part));
  const [author, title, journal, publisher] = parts;
  return Object.fromEntries(
    Object.entries({ ...fields, author, title, journal, publisher }).filter(([, text]) => text !== undefined),
  ) as Record<string, string>;
}
