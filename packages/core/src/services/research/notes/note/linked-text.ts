/** The text of a region by what its links lead to, whichever way they are written. */

/** The paper that a link means, by all of the link and by what it names; null for anything else. */
export type KnownLinks = (link: string, target: string) => string | null;

const LINK =
  /\[[^[\]\n]*\]\(\[\[(?<page>[^[\]\n]+)\]\]\)|\[\[(?<name>[^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]|\[[^[\]\n]*\]\((?<path>[^()\s]+)\)/g;

export function linkedText(text: string, paperOf: KnownLinks): string {
  return text.replaceAll(LINK, (link, ...rest) => {
    const { page, name, path } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const paper = paperOf(link, page ?? name ?? decoded(path ?? ''));
    return paper === null ? link : `[[=${paper}]]`;
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
