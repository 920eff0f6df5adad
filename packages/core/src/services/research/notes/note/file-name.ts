/** Names of notes by a template, which are names on every system and lead nowhere else. */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { nameKey } from '../../../mirror/note/file-name.ts';
import type { PaperRecord } from '../../library/store/paper-record.ts';

const PLACEHOLDERS = ['citekey', 'author', 'year', 'title', 'id'] as const;
const MOST_CHARACTERS = 120;
const MOST_BYTES = 200;

/** What some system does not allow in a name, or gives a meaning in links. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const ILLEGAL = /[<>:"/\\|?*#^[\]\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\ufeff]+/g;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Names the argument that gave it, or the setting. */
export function checkTemplate(template: string, given: 'name_template' | 'ZAPOMNI_NOTE_NAME'): string {
  const fault = faultOf(template);
  if (!fault) return template;
  const [wrong, hint] = fault;
  if (given === 'name_template') throw invalidField(given, wrong, hint);
  throw new ZapomniError('INVALID_CONFIG', `${given}: ${wrong}.`, hint === undefined ? {} : { hint });
}

function faultOf(template: string): readonly [wrong: string, hint?: string] | null {
  for (const [, name = ''] of template.matchAll(/\{([^}]*)\}/g))
    if (!(PLACEHOLDERS as readonly string[]).includes(name))
      return [`there is no {${name.slice(0, 30)}}`, `Use ${PLACEHOLDERS.map((one) => `{${one}}`).join(', ')}.`];
  if (!/\{(?:citekey|title|id)\}/.test(template))
    return ['it names no single paper', 'Use {citekey}, {title} or {id} in it.'];
  return /[/\\]/.test(template) ? ['it may name no folders'] : null;
}

/** `isTaken` is asked with keys of names (`nameKey`). */
export function paperFileName(
  paper: { readonly key: string; readonly value: Pick<PaperRecord, 'citekey' | 'item' | 'year'> },
  template: string,
  isTaken: (key: string) => boolean,
): string {
  const values = valuesOf(paper);
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name] ?? '');
  const stem = legalName(filled) || legalName(paper.key) || 'paper';
  for (let n = 1; ; n += 1) {
    const name = `${n === 1 ? stem : `${stem}-${n}`}.md`;
    if (!isTaken(nameKey(name))) return name;
  }
}

function valuesOf({
  key,
  value: { citekey, item, year },
}: Parameters<typeof paperFileName>[0]): Readonly<Record<(typeof PLACEHOLDERS)[number], string>> {
  const author = item.contributors.find(({ role }) => role === 'author');
  return {
    citekey: citekey ?? key,
    author: author?.family ?? author?.literal ?? '',
    year: year === null ? '' : String(year),
    title: item.title ?? '',
    id: key,
  };
}

/** Empty where nothing of it can be a name. */
export function legalName(text: string): string {
  const plain = cut(text.toWellFormed().normalize('NFC').replaceAll(ILLEGAL, ' ').replaceAll(/\s+/g, ' '))
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

function cut(text: string): string {
  let short = '';
  for (const character of text) {
    if (short.length + character.length > MOST_CHARACTERS || Buffer.byteLength(short + character) > MOST_BYTES) break;
    short += character;
  }
  return short;
}
