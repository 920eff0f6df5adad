/** Letters of many kinds: parts within parts, encodings, addresses, a letter in a letter, what is broken. */
import PostalMime, { addressParser, decodeWords } from './src/postal-mime.js';

const PARTS = [
  'From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.com>',
  'To: Ann <ann@example.com>, "B, C" <bc@example.com>, Team: one@example.com, Two <two@example.com>;',
  'Cc: undisclosed-recipients:;',
  'Reply-To: (comment) other@example.com',
  'Subject: =?iso-8859-1?B?R3L832U=?= and more',
  'Date: Tue, 17 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@example.com>',
  'In-Reply-To: <0@example.com>',
  'X-Folded: a',
  '\tb',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'preamble',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=C3=BC=C3=9Fe from =',
  'afar, https://example.com/ and so on ',
  'flowed',
  '--inner',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: base64',
  '',
  'PHA+SGVsbG8gPGI+eW91PC9iPiAmYW1wOyAmbmJzcDsgPGEgaHJlZj0iaHR0cDovL2EuYiI+bGluazwvYT48L3A+',
  '--inner--',
  '--outer',
  'Content-Type: text/html',
  '',
  '<ul><li>one</li></ul>',
  '--outer',
  "Content-Type: application/octet-stream; name*0*=utf-8''a%20; name*1*=b.bin",
  'Content-Disposition: attachment; filename="=?utf-8?B?w6QuYmlu?="',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <cid@example.com>',
  'Content-Description: bytes',
  '',
  'AAECAwQFBgcICQ==',
  '--outer',
  'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
  '',
  'BEGIN:VCALENDAR',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'From: inner@example.com',
  'To: someone@example.com',
  'Subject: inner',
  'Date: Tue, 17 Nov 2026 10:00:00 +0000',
  '',
  'Inner text',
  '--outer--',
  '',
].join('\r\n');

for (const attachmentEncoding of ['arraybuffer', 'base64', 'utf8'])
  await PostalMime.parse(PARTS, { attachmentEncoding });
await PostalMime.parse(new TextEncoder().encode(PARTS), { forceRfc822Attachments: true });
await PostalMime.parse(new Blob([PARTS]), { rfc822Attachments: true });
await PostalMime.parse(new Blob([PARTS]).stream());
await PostalMime.parse('Subject: plain\n\nonly text\n');
await PostalMime.parse('Content-Type: text/html\n\n<p>only &lt;html&gt; &#8364; &#x20ac;</p>');
await new PostalMime().parse('no header at all').catch(() => undefined);
await PostalMime.parse(PARTS, { maxNestingDepth: -1 }).catch(() => undefined);
await PostalMime.parse(PARTS, { maxHeadersSize: 10 }).catch(() => undefined);
addressParser('A <a@b.c>; "quoted \\" x" <d@e.f> (c), g: h@i.j, <k@l.m>;', { flatten: true });
decodeWords('=?utf-8?Q?a_b?= =?utf-8?Q?c?= =?windows-1252?B?gA==?=');
