import type { DocumentCase } from '../document-case.ts';
import { encode, utf8 } from './encode.ts';

const SENTENCES = Array.from(
  { length: 12 },
  (_, n) =>
    `<p>Paragraph ${n} tells of the bridge, of its keepers, and of the coins that were paid there in the year ${1700 + n}.</p>`,
).join('\n');

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8"><title>Bridges of Oslo | The Site</title>
  <meta property="og:title" content="Bridges of Oslo">
  <meta name="author" content="Anna Petrova">
  <meta property="article:published_time" content="2026-11-17T10:00:00Z">
  <link rel="canonical" href="https://site.example/bridges">
  <script>document.write('scripted words')</script><style>.x{color:red}</style>
</head>
<body>
  <nav><ul><li><a href="/">Home page</a></li><li><a href="/shop">Our shop</a></li></ul></nav>
  <article>
    <h1>Bridges of Oslo</h1>
    ${SENTENCES}
    <h2>What was paid</h2>
    <p>The toll is in <a href="/table">the table</a>,&nbsp;and the <code>code</code> below.</p>
    <table><tr><th>Year</th><th>Toll</th></tr><tr><td>1701</td><td>two | three</td></tr></table>
    <pre><code>if (toll &lt; 2) {
  refuse();
}</code></pre>
    <blockquote><p>Nobody crosses without a coin.</p></blockquote>
    <ol start="3"><li>the third rule of the bridge</li><li>the fourth rule of the bridge</li></ol>
    <img src="https://tracker.example/pixel.png" alt=""><iframe src="file:///etc/passwd"></iframe>
  </article>
  <aside><p>Subscribe to our newsletter now!</p></aside>
  <footer>All rights reserved by the site</footer>
</body></html>`;

export const htmlCases: readonly DocumentCase[] = [
  {
    format: 'html',
    about: 'an article among menus',
    source: { bytes: utf8(PAGE), name: 'bridges.html' },
    title: 'Bridges of Oslo',
    metadata: {
      author: 'Anna Petrova',
      created: '2026-11-17T10:00:00Z',
      language: 'en',
      url: 'https://site.example/bridges',
    },
    sentences: [
      {
        text: 'Paragraph 3 tells of the bridge, of its keepers, and of the coins that were paid there in the year 1703.',
      },
      { text: 'The toll is in the table, and the code below.', path: ['What was paid'] },
      { text: '3. the third rule of the bridge\n4. the fourth rule of the bridge', path: ['What was paid'] },
    ],
    absent: ['Home page', 'newsletter', 'All rights', 'scripted', 'color:red'],
    blocks: [
      { kind: 'table', text: '| Year | Toll |\n| --- | --- |\n| 1701 | two \\| three |' },
      { kind: 'code', text: 'if (toll < 2) {\n  refuse();\n}' },
      { kind: 'quote', text: 'Nobody crosses without a coin.' },
    ],
    links: [{ text: 'the table', target: '/table' }],
  },
  {
    format: 'html',
    about: 'a short page in a charset it declares',
    source: {
      bytes: encode(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>Мосты</title></head><body><h1>Мосты города</h1><p>Мост построен.</p><table><tr><td>год</td><td>1701</td></tr><tr><td>плата</td><td>два</td></tr></table></body></html>',
        'windows-1251',
      ),
      name: 'page.htm',
    },
    title: 'Мосты',
    sentences: [
      { text: 'Мост построен.', path: ['Мосты города'] },
      { text: '| плата | два |', path: ['Мосты города'] },
    ],
  },
  {
    format: 'html',
    about: 'entities that point outside are not followed',
    source: {
      bytes: utf8(
        '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY secret SYSTEM "file:///etc/hostname"><!ENTITY a "laugh"><!ENTITY b "&a;&a;&a;">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>Words before &secret; &b; words behind.</p></body></html>',
      ),
      name: 'page.xhtml',
    },
    sentences: [{ text: 'words behind.' }],
    absent: ['laughlaugh'],
  },
];
