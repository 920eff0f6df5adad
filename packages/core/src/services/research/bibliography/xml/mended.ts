/**
 * XML as programs write it that put texts together: an ampersand or a less-than sign that stands for itself, and the names that HTML has for
 * characters. Left alone, a single `&` takes with it all up to the next semicolon, tags and records. What is within CDATA and comments
 * stays as it is.
 */
import { decodeEntities } from '../../../../model/entities.ts';

/** What begins something, or stands for itself. */
const SIGNS = /<!\[CDATA\[|<!--|<(?=[\s\d=])|&(?:#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)?/gi;
/** Longer than any name of a character, or the beginning of what is passed over. */
const LONGEST = 40;
const CLOSING: Readonly<Record<string, string>> = { '<![cdata[': ']]>', '<!--': '-->' };
const OWN: ReadonlySet<string> = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);

export class MendedXml {
  #rest = '';
  /** What ends the part that is being passed over. */
  #until: string | null = null;

  /** Pieces to be parsed one after the other. `stray`: the one before was written with a sign that should have been escaped. */
  *take(piece: string, isLast = false): Generator<{ readonly text: string; readonly stray: boolean }> {
    let text = this.#rest + piece;
    const whole = isLast ? text.length : cutAt(text);
    this.#rest = text.slice(whole);
    text = text.slice(0, whole);
    for (let at = 0; at < text.length;) {
      if (this.#until !== null) {
        const end = text.indexOf(this.#until, at);
        const to = end === -1 ? text.length : end + this.#until.length;
        yield { text: text.slice(at, to), stray: false };
        if (end !== -1) this.#until = null;
        at = to;
        continue;
      }
      SIGNS.lastIndex = at;
      const found = SIGNS.exec(text);
      const [sign, from] = found ? [found[0], found.index] : ['', text.length];
      const mended = this.#mended(sign);
      yield { text: text.slice(at, from) + mended, stray: sign.length === 1 };
      at = from + sign.length;
    }
  }

  #mended(sign: string): string {
    this.#until = CLOSING[sign.toLowerCase()] ?? null;
    if (sign === '&') return '&amp;';
    if (sign === '<') return '&lt;';
    if (!/^&\w/.test(sign) || OWN.has(sign)) return sign;
    const decoded = decodeEntities(sign);
    return decoded === sign ? sign : decoded.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }
}

/** Before a sign whose end may be in the next piece. */
function cutAt(text: string): number {
  const from = Math.max(0, text.length - LONGEST);
  const open = /[<&][^<&>;\s]*$|\]{1,2}$|-{1,2}$/.exec(text.slice(from));
  return open ? from + open.index : text.length;
}
