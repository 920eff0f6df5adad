/** One line is enough to tell how it was written, where its letters are those of some language. */
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const LETTERS = Array.from({ length: 128 }, (_, i) => i + 128);

/** In a charset of one byte. */
function bytesIn(charset: string, text: string): Uint8Array {
  const decoder = new TextDecoder(charset);
  const codes = new Map(LETTERS.map((code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from(text, (sign) => (sign < '\x80' ? sign.charCodeAt(0) : (codes.get(sign) ?? Number.NaN)));
}

const LINES: readonly (readonly [charset: string, text: string])[] = [
  ['windows-1250', '@article{k, author = {Dvořák, Antonín and Čapek, Karel}, title = {Robots}}'],
  ['windows-1250', '@book{k, author = {Łukasiewicz, Jan}, title = {Elementy logiki matematycznej}}'],
  ['windows-1250', '@book{k, author = {Wałęsa, Lech}, title = {Droga nadziei}}'],
  ['windows-1250', '@article{k, author = {Erdős, Paul and Rényi, Alfréd}, title = {On random graphs I}}'],
  ['windows-1250', '@book{k, author = {Mărgineanu, Nicolae}, title = {Psihologia învăţării}}'],
  ['iso-8859-2', '@book{k, author = {Hašek, Jaroslav}, title = {Osudy dobrého vojáka Švejka za světové války}}'],
  ['windows-1251', '@book{k, author = {Колмогоров, А. Н.}, title = {О понятии алгоритма}}'],
  ['koi8-r', '@book{k, author = {Колмогоров, А. Н.}, title = {О понятии алгоритма}}'],
  ['koi8-u', '@book{k, title = {Історія української літератури}}'],
  ['windows-1252', '@article{k, author = {Müller, Jörg}, title = {Über die Größe}}'],
  ['windows-1252', '@book{k, author = {Pérez-Reverte, Arturo}, title = {¿Qué es el corazón?}}'],
  ['windows-1252', '@book{k, author = {Poincaré, Henri}, title = {Les méthodes nouvelles de la mécanique céleste}}'],
  ['windows-1252', '@article{k, title = {Smith’s “quoted” title – an essay}}'],
  ['windows-1252', '@article{k, title = {A 5 µm lens at 20 °C ± 1}}'],
  ['windows-1253', '@article{k, title = {Εισαγωγή στη φιλοσοφία της επιστήμης}}'],
  ['windows-1254', '@article{k, title = {Türkiye’de yükseköğretim ve değişim}}'],
  ['windows-1257', '@article{k, title = {Lietuvių kalbos žodžių darybos pagrindai ir jų reikšmė}}'],
  ['windows-874', '@article{k, title = {การพัฒนาระบบสารสนเทศเพื่อการจัดการ}}'],
  ['macintosh', '@article{k, author = {Müller, Jörg}, title = {Über die Größe}}'],
  ['macintosh', '@book{k, author = {Poincaré, Henri}, title = {Les méthodes nouvelles}}'],
];

describe('the charset of one line', () => {
  it.each(LINES)('%s: %s', (charset, text) => {
    expect(decodeText(bytesIn(charset, text)).text).toBe(text);
  });

  it('is that which was declared, whatever it is called', () => {
    const bytes = bytesIn('macintosh', 'Æ');
    expect(decodeText(bytes, 'MacRoman').text).toBe('Æ');
    expect(decodeText(bytesIn('iso-8859-2', 'ľ'), 'ISO8859_2').text).toBe('ľ');
  });

  it('is UTF-8 where a byte of another strayed into it', () => {
    const text = 'Größe, Straße, Köln, München, naïve, Čapek';
    const bytes = Uint8Array.from([...Buffer.from(text), 0xfc, 0x20]);
    expect(decodeText(bytes)).toMatchObject({ charset: 'utf-8', damaged: true });
    expect(decodeText(bytes).text).toContain(text);
  });
});
