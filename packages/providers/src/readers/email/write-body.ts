/** What a mail says, from its plain text if that says it, else from its HTML. What it quotes is marked as quoted. */
import type { Email } from 'postal-mime';
import { parseHtml } from '../html/dom.ts';
import { flat, renderHtml } from '../html/render-html.ts';
import type { TextBuilder } from '../text-builder.ts';

export function writeBody(builder: TextBuilder, { text, html }: Email): void {
  const plain = text?.replace(/\r\n?/gu, '\n').trim() ?? '';
  const page = html ? parseHtml(html) : null;
  // Some mails say in plain text only that they cannot be shown in it.
  if (page && plain.length < flat(page.body).length / 4) renderHtml(builder, page.body);
  else writePlain(builder, plain);
}

function writePlain(builder: TextBuilder, text: string): void {
  for (const part of text.split(/((?:^>.*(?:\n|$))+)/mu)) {
    if (part.startsWith('>')) {
      const quoted = part.replace(/^(?:> ?)+/gmu, '').trim();
      builder.block('quote', () => builder.add(quoted));
    } else if (part.trim() !== '') builder.paragraph(part.replace(/^\n+/u, '').trimEnd());
  }
}
