/** What stands above a list of references, in the languages that papers are written in. */

const FIRST = String.raw`(?:[\divxIVX]+\.?\s+|[A-H]\.\s+)?`;
const LATIN = String.raw`references?(?: and (?:notes|links|recommended reading|further reading|bibliography))?(?: cited| list)?|(?:selected |cited |list of )?references|(?:select(?:ed)? |annotated )?bibliography|(?:bibliography|notes) and references|bibliographical references|literature(?: cited)?|works cited|citations`;
const SPACED = String.raw`r\s?e\s?f\s?e\s?r\s?e\s?n\s?c\s?e\s?s|b\si\sb\sl\si\so\sg\sr\sa\sp\sh\sy`;
const OTHERS = String.raw`références(?: bibliographiques)?|bibliographie|literatur(?:verzeichnis|angaben|hinweise)?|quellen(?:verzeichnis)?|(?:quellen|literatur) und (?:literatur|quellen)|quellen- und literaturverzeichnis|referencias(?: bibliográficas)?|bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti bibliografici|literatuur|referenser|litteratur(?:förteckning)?|bibliografie|literatura|βιβλιογραφία|βιβλιογραφια|βιβλιογραφικές αναφορές|список литературы|литература|参考文献|참고\s?문헌`;
const WORDS = String.raw`(?:${LATIN}|${SPACED}|${OTHERS})`;
const ALONE = new RegExp(String.raw`^${FIRST}${WORDS}\s*[:.]?$`, 'iu');
const BEFORE = new RegExp(String.raw`^${FIRST}${WORDS}(?:\s*:?\s*\n|\s*:\s+|\s+(?=[\p{Lu}\d\[(]))`, 'iu');

export function isReferenceHeading(line: string): boolean {
  return ALONE.test(line.trim());
}

/** How far a heading goes that a text begins with, alone in its line or before the first item; 0 where there is none. */
export function referenceHeadingEnd(text: string): number {
  return BEFORE.exec(text)?.[0].length ?? 0;
}
