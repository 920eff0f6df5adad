/** What a piece of HTML says: paragraphs on lines of their own, nothing of what browsers run. */
import { decodeEntities } from '../../../model/entities.ts';

const UNREAD = /<(script|style|template|noscript)\b.*?<\/\1\s*>|<!--.*?-->/gisu;
const TAG = /<(\/?)([A-Za-z][\w:-]*)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/?>/gu;
const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|td|th|title|tr|ul)$/iu;
/** Can be nothing else in running text. */
const SOME_MARKUP =
  /<\/?(?:a|abbr|address|article|b|big|blockquote|br|center|cite|code|dd|div|dl|dt|em|figure|font|h[1-6]|hr|i|img|inf|jats:\w+|li|m(?:ath|ml:\w+)|ol|p|pre|q|s|section|small|span|strike|strong|sub|sup|svg|table|td|tr|tt|u|ul)(?:\s[^<>]*)?\/?>|&(?:[a-z]\w{1,12}|#\d{1,7}|#x[\da-f]{1,6});/iu;

export function looksLikeMarkup(text: string): boolean {
  return SOME_MARKUP.test(text);
}

export function markupText(markup: string): string {
  const once = withoutTags(markup);
  // Written for a page and then for XML: no tag in it, and tags once it is read.
  const isTwice = !/<[a-z/]/iu.test(markup) && /<\/?[a-z]/iu.test(once) && looksLikeMarkup(once);
  return tidy(isTwice ? withoutTags(once) : once);
}

function withoutTags(markup: string): string {
  const bare = markup.replaceAll(UNREAD, ' ').replaceAll(TAG, (_, __, name: string) => (BLOCK.test(name) ? '\n' : ''));
  return decodeEntities(bare);
}

/** Lines without space around them, and none that is empty. */
export function tidy(text: string): string {
  return text
    .replaceAll(/[\u00AD\u200B\uFEFF]/gu, '')
    .split(/\r\n|\r|\n/u)
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
