/** The words in a message that another program wrote down, without what programs put among them. */
import type { Fields } from '../sources/parse/pick.ts';

/** What we put before a model ourselves: it is never taken back in. */
const OURS = 'zapomni-memory';

/** The texts of a list of blocks, `{type: 'text', text}` or another type that has words; a text is itself. */
export function wordsOf(content: unknown, types: readonly string[] = ['text']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => {
      if (typeof block === 'string') return block;
      const { type, text } = (block ?? {}) as Fields;
      return typeof text === 'string' && types.includes(String(type)) ? text.trim() : '';
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Whether one of the blocks is of such a type. */
export function hasBlock(content: unknown, types: readonly string[]): boolean {
  return (
    Array.isArray(content) &&
    content.some((block) => types.includes(String(((block ?? {}) as Fields)['type'] as string | undefined)))
  );
}

/** What stands between tags of these names goes with them; one that is not closed goes to the end. */
export function withoutInserted(text: string, names: readonly string[] = []): string {
  if (!text.includes('<')) return text.trim();
  const tag = [OURS, ...names].join('|');
  return text.replaceAll(new RegExp(`<(${tag})(?:\\s[^>]*)?>(?:[\\s\\S]*?</\\1>|[\\s\\S]*$)`, 'g'), '').trim();
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Numbers below this are seconds since 1970, and not milliseconds. */
const FIRST_MILLISECONDS = 1e11;

/** Of a text, or of seconds or milliseconds since 1970; null for what says no time. */
export function momentOf(value: unknown): Date | null {
  const number = typeof value === 'bigint' ? Number(value) : value;
  const isTime = (typeof number === 'number' && number > 0) || (typeof number === 'string' && number !== '');
  if (!isTime) return null;
  const date = new Date(typeof number === 'number' && number < FIRST_MILLISECONDS ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? null : date;
}
