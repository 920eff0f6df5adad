/** Signs of formats that programs write. */
import { commonWidth } from '../csv/parse-rows.ts';
import type { Sample } from '../sample.ts';
import { CERTAIN, LIKELY, PLAUSIBLE, POSSIBLE } from './certainty.ts';

const HEAD = 65_536;

export function sniffHtml({ isText, text }: Sample): number {
  if (!isText) return 0;
  const start = text.replace(/^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)+/u, '');
  if (/^<!doctype html|^<html[\s>]/iu.test(start)) return CERTAIN;
  if (/^<(?:head|body|title|meta|div|p|h1|table|article|main|section)[\s>]/iu.test(start)) {
    return /<\/(?:body|div|p|h1|table|article|main|section)>/iu.test(start) ? PLAUSIBLE : POSSIBLE;
  }
  return /<\/?[a-z][^<>]*>/iu.test(text) ? POSSIBLE : 0;
}

/** By its document type, or by the front matter that articles begin with. */
export function sniffJats({ isText, text }: Sample): number {
  if (!isText) return 0;
  const start = text.replace(/^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)+/u, '');
  if (/^<!doctype article\b[^>]*(?:jats|journal archiving|journal publishing|nlm)/iu.test(start)) return CERTAIN;
  return /^(?:<!doctype article\b[^>]*>\s*)?<article[\s>][\s\S]*?<(?:front|article-meta)[\s>]/iu.test(start)
    ? CERTAIN
    : 0;
}

export function sniffNotebook(sample: Sample): number {
  if (!/^\s*\{/u.test(sample.text)) return 0;
  if (!/"(?:cells|worksheets)"\s*:\s*\[/u.test(sample.text)) return 0;
  // Its version stands at the end of the file.
  const tail = new TextDecoder('latin1').decode(sample.bytes.subarray(-2048));
  return /"nbformat"\s*:\s*\d/u.test(tail + sample.text) ? CERTAIN : 0;
}

export function sniffJson({ text, bytes }: Sample): number {
  if (!/^\s*[[{]/u.test(text)) return 0;
  if (bytes.length <= HEAD) return isJson(text) ? LIKELY : POSSIBLE;
  return beginsLikeJson(text) ? LIKELY : POSSIBLE;
}

/** Too long to be tried whole: between its strings there must be nothing but what JSON has there. */
function beginsLikeJson(head: string): boolean {
  const rest = head.replace(/"(?:[^"\\\n]|\\.)*"/gu, '').replace(/"[^"]*$/u, '');
  return head.includes('"') && /^(?:[\s[\]{}:,\d.eE+-]|true|false|null)*[a-z]*$/u.test(rest);
}

export function sniffJsonLines({ text, bytes }: Sample): number {
  if (!text.startsWith('{') && !text.startsWith('[')) return 0;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // The last may be cut off.
  const whole = bytes.length > HEAD ? lines.slice(0, -1) : lines;
  if (whole.length < 2) return POSSIBLE;
  const good = whole.filter(isJson).length;
  // More than JSON is worth, which a file of one record a line begins like.
  if (good >= whole.length * 0.9) return LIKELY + 0.05;
  return good > 0 ? POSSIBLE : 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function sniffCsv({ isText, text }: Sample): number {
  if (!isText) return 0;
  if (/^sep=.\n/u.test(text)) return LIKELY;
  const shape = Math.max(shapeOf(text, ','), shapeOf(text, ';'));
  return shape || (/[,;|]/u.test(text) ? POSSIBLE : 0);
}

export function sniffTsv({ isText, text }: Sample): number {
  if (!isText || !text.includes('\t')) return 0;
  return shapeOf(text, '\t') || POSSIBLE;
}

/** In prose a comma is followed by a space, and two lines hardly ever have the same number of them. */
function shapeOf(text: string, delimiter: string): number {
  const lines = text.split('\n', 4).filter((line) => line !== '').length;
  if (lines < 3 || commonWidth(text, delimiter) < 2) return 0;
  const head = text.slice(0, 4096);
  const all = head.split(delimiter).length - 1;
  const spaced = head.split(`${delimiter} `).length - 1;
  return delimiter === '\t' || spaced < all / 2 ? PLAUSIBLE : 0;
}
