import type { DocumentCase } from '../document-case.ts';
import { encode, utf8 } from './encode.ts';

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const PLAIN = `From: Anna Petrova <anna@mail.example>
To: Bob <bob@mail.example>, team@mail.example
Subject: =?utf-8?B?${Buffer.from('Мост и café').toString('base64')}?=
Date: Tue, 17 Nov 2026 10:00:00 +0100
Message-ID: <1@mail.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

The caf=E9 by the bridge is closed, and this line is so long that it was b=
roken.

> Is the caf=E9 open?
> I would like to know.

Yours, Anna
`;

const MIXED = [
  'Return-Path: <anna@mail.example>',
  'Received: from a.example by b.example; Tue, 17 Nov 2026 10:00:00 +0000',
  'From: anna@mail.example',
  'To: bob@mail.example',
  'Subject: Minutes of the meeting',
  'Date: Tue, 17 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'A preamble that no one sees.',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Please see the HTML part.',
  '--inner',
  'Content-Type: text/html; charset=windows-1251',
  'Content-Transfer-Encoding: base64',
  '',
  base64(
    encode(
      '<html><body><h2>Решения</h2><p>Мост чинят весной, а деньги на это даёт город, как было сказано на собрании.</p><p>The bridge is mended in spring.</p><img src="https://tracker.example/x.png"></body></html>',
      'windows-1251',
    ),
  ),
  '--inner--',
  '--outer',
  'Content-Type: text/csv; name="costs.csv"',
  'Content-Disposition: attachment; filename="costs.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  base64(utf8('item,cost,year\nstone,12,2026\nwood,7,2026\nrope,3,2026\n')),
  '--outer',
  'Content-Type: application/octet-stream; name="blob.bin"',
  'Content-Disposition: attachment; filename="blob.bin"',
  'Content-Transfer-Encoding: base64',
  '',
  base64(Uint8Array.from({ length: 300 }, (_, n) => (n * 7) % 256)),
  '--outer--',
  '',
].join('\r\n');

const MBOX = `From anna@mail.example Tue Nov 17 10:00:00 2026
From: anna@mail.example
To: bob@mail.example
Subject: First
Date: Tue, 17 Nov 2026 10:00:00 +0000

The first mail.
>From here on it is quoted.

From bob@mail.example Tue Nov 17 11:00:00 2026
From: bob@mail.example
To: anna@mail.example
Subject: Second
Date: Tue, 17 Nov 2026 11:00:00 +0000

The second mail.
From the beginning of a line, but not of a mail.

`;

export const mailCases: readonly DocumentCase[] = [
  {
    format: 'email',
    about: 'quoted-printable, an encoded subject, a quotation',
    source: { bytes: latin(PLAIN.replaceAll('\n', '\r\n')), name: 'mail.eml' },
    title: 'Мост и café',
    metadata: {
      from: 'Anna Petrova <anna@mail.example>',
      to: ['Bob <bob@mail.example>', 'team@mail.example'],
      created: '2026-11-17T09:00:00.000Z',
    },
    sentences: [
      { text: 'From: Anna Petrova <anna@mail.example>' },
      { text: 'The café by the bridge is closed, and this line is so long that it was broken.' },
      { text: 'Yours, Anna' },
    ],
    absent: ['=E9', 'MIME-Version'],
    blocks: [{ kind: 'quote', text: 'Is the café open?\nI would like to know.' }],
  },
  {
    format: 'email',
    about: 'HTML in another charset, and attachments',
    source: { bytes: latin(MIXED), name: 'minutes.eml' },
    title: 'Minutes of the meeting',
    sentences: [{ text: 'The bridge is mended in spring.', path: ['Решения'] }, { text: 'Мост чинят весной' }],
    absent: ['preamble', 'Please see'],
    members: ['costs.csv', 'blob.bin'],
  },
  {
    format: 'mbox',
    about: 'two mails',
    source: { bytes: utf8(MBOX), name: 'archive.mbox' },
    sentences: [],
    members: ['message-1.eml', 'message-2.eml'],
  },
];
