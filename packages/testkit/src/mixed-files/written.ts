/** Notebooks, mails, notes and pages of known text. */
import type { MakeFile } from './known-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

export const notebook: MakeFile = (name, sentence, filler) => {
  const known = ['1', '3'].map((cell) => ({ text: sentence(), place: `cell ${cell}` }));
  const cells = [
    { cell_type: 'markdown', source: [`${known[0]?.text}\n`, filler()] },
    { cell_type: 'code', source: 'print(1)', outputs: [{ output_type: 'stream', text: '1\n' }] },
    { cell_type: 'markdown', source: `${filler()}\n\n${known[1]?.text}` },
  ];
  return { name, bytes: utf8(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells })), known };
};

export const mail: MakeFile = (name, sentence, filler) => {
  const known = [{ text: sentence(), place: '' }];
  const head = ['From: Ada <ada@a.example>', 'To: bob@b.example', `Subject: Of ${name}`, 'MIME-Version: 1.0'];
  const body = `${filler()} ${known[0]?.text} ${filler()}`.replace(/(.{60}\S*) /gu, '$1=20=\r\n');
  const coding = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
  return { name, bytes: utf8([...head, ...coding, '', body, ''].join('\r\n')), known };
};

export const note: MakeFile = (name, sentence, filler) => {
  const known = ['Plans', 'Costs'].map((place) => ({ text: sentence(), place }));
  const sections = known.map(({ text, place }) => `## ${place}\n\n${filler()}\n\n- ${text}\n`);
  return { name, bytes: utf8(`# Of ${name}\n\n${sections.join('\n')}`), known };
};

export const page: MakeFile = (name, sentence, filler) => {
  const known = [{ text: sentence(), place: '' }];
  const article = `<p>${filler()} ${filler()}</p><p>${known[0]?.text}</p><p>${filler()} ${filler()}</p>`;
  const around = '<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>';
  return {
    name,
    bytes: utf8(`<!doctype html><html><body>${around}<article><h1>Of ${name}</h1>${article}</article></body></html>`),
    known,
  };
};
