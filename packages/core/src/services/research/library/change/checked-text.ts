/** What a user says of a paper, as it can be kept: what is too much is refused, where an import would cut it. */
import { invalidField } from '../../../../errors/index.ts';
import { MOST_TAG, MOST_TAGS, MOST_TEXT } from '../keep/paper-facts.ts';

/** Without white space at its ends. */
export function checkedText(text: string, field: string, most = MOST_TEXT): string {
  const given = text.trim();
  if (given === '') throw invalidField(field, 'is empty');
  if (given.length > most) throw invalidField(field, `has more than ${most} characters`);
  if (!given.isWellFormed())
    throw invalidField(field, 'holds half of a surrogate pair', 'Remove the broken character.');
  if (given.includes('\0')) throw invalidField(field, 'holds the character NUL', 'Remove it.');
  return given;
}

export function checkedTags(tags: readonly string[], field: string): string[] {
  if (tags.length > MOST_TAGS) throw invalidField(field, `has more than ${MOST_TAGS} tags`, 'A paper has no more.');
  return tags.map((tag, i) => {
    const given = checkedText(tag, `${field}[${i}]`, MOST_TAG);
    if (/\p{Cc}/u.test(given))
      throw invalidField(`${field}[${i}]`, 'holds control characters', 'Write it in one line.');
    return given;
  });
}
