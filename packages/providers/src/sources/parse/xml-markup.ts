/**
 * Markup within the text of an XML answer, kept as text, so that the tree has the words in their order and what is raised or a formula is
 * seen by whoever cleans them.
 */
const INLINE =
  /<(\/?)((?:(?:mml|m):[\w.-]+)|b|i|sup|sub|u|italic|bold)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/giu;

export function markupText(xml: string): string {
  return xml.replaceAll(INLINE, (tag) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}
