/** A mailbox: each of its mails is a member. */
import type { DocumentMember, ReadDocument } from '@zapomni/core/ports';
import type { ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

const NEWLINE = 10;

export async function read(bytes: Uint8Array, context: ReadContext): Promise<ReadDocument> {
  const members: DocumentMember[] = [];
  for (const mail of mailsOf(bytes)) {
    const name = `message-${members.length + 1}.eml`;
    members.push(await context.readMember({ bytes: mail, name, mimeType: 'message/rfc822' }));
  }
  return new TextBuilder(context).document({ members });
}

/** A mail begins behind a line `From …` that follows an empty one. */
function* mailsOf(bytes: Uint8Array): Generator<Uint8Array> {
  let begin = -1;
  for (let at = 0; at < bytes.length; at = nextLine(bytes, at)) {
    if (!isFromLine(bytes, at)) continue;
    if (begin >= 0) yield unescape(bytes.subarray(begin, at));
    begin = nextLine(bytes, at);
  }
  if (begin >= 0 && begin < bytes.length) yield unescape(bytes.subarray(begin));
}

function nextLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(NEWLINE, at);
  return end < 0 ? bytes.length : end + 1;
}

function isFromLine(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 70 || bytes[at + 1] !== 114 || bytes[at + 2] !== 111 || bytes[at + 3] !== 109) return false;
  if (bytes[at + 4] !== 32) return false;
  if (at === 0) return true;
  const before = bytes[at - 2] === 13 ? at - 3 : at - 2;
  return bytes[before] === NEWLINE && /\d{4}\s*$/u.test(lineAt(bytes, at));
}

function lineAt(bytes: Uint8Array, at: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(at, Math.min(nextLine(bytes, at), at + 500)));
}

/** `>From` at the beginning of a line was `From`. One byte is one character here, so nothing else changes. */
function unescape(mail: Uint8Array): Uint8Array {
  const text = Buffer.from(mail).toString('latin1');
  return /^>+From /mu.test(text) ? Buffer.from(text.replace(/^>(>*From )/gmu, '$1'), 'latin1') : mail;
}
