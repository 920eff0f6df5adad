/** A mail: who wrote to whom, what it says, and its attachments as members. */
import type { JsonValue } from '@zapomni/core/model';
import type { DocumentMember, ReadDocument } from '@zapomni/core/ports';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { writeBody } from './email/write-body.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export async function read(bytes: Uint8Array, context: ReadContext): Promise<ReadDocument> {
  const mail = await parse(bytes);
  const builder = new TextBuilder(context);
  const metadata = factsOf(mail);
  for (const [label, field] of [
    ['From', 'from'],
    ['To', 'to'],
    ['Cc', 'cc'],
    ['Date', 'created'],
  ] as const) {
    const value = metadata[field];
    if (value) builder.line().add(`${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);
  }
  builder.paragraph();
  writeBody(builder, mail);
  const members: DocumentMember[] = [];
  for (const [n, attachment] of mail.attachments.entries()) {
    if (!isDecoration(attachment)) members.push(await readAttachment(attachment, n, context));
  }
  return builder.document({ title: mail.subject ?? null, metadata, members });
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    // A mail in a mail is an attachment with attachments of its own.
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  } catch (error) {
    throw unreadable('The mail is damaged, or packed into itself too deeply.', error);
  }
}

/** Pictures of a signature or a letterhead, shown inside the text. */
function isDecoration({ related, disposition, mimeType, contentId }: Attachment): boolean {
  const shownInside = related === true || (disposition === 'inline' && contentId !== undefined);
  return shownInside && mimeType.startsWith('image/');
}

function readAttachment(attachment: Attachment, n: number, context: ReadContext): Promise<DocumentMember> {
  const { content, filename, mimeType } = attachment;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  context.budget.unpack(bytes.length);
  return context.readMember({ bytes, name: filename?.trim() || `attachment-${n + 1}`, mimeType });
}

function factsOf({ from, to, cc, date, messageId, inReplyTo }: Email): Record<string, JsonValue> {
  const facts: Record<string, JsonValue | undefined> = {
    from: from && toWords(from),
    to: to?.map(toWords),
    cc: cc?.map(toWords),
    created: toIso(date),
    messageId,
    inReplyTo,
  };
  return Object.fromEntries(
    Object.entries(facts).filter(
      (entry): entry is [string, JsonValue] => Boolean(entry[1]) && entry[1]?.toString() !== '',
    ),
  );
}

function toWords({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(toWords).join(', ')}`;
  return name && address ? `${name} <${address}>` : name || (address ?? '');
}

function toIso(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? date : new Date(time).toISOString();
}
