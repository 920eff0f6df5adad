import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, indexedTitle } from './clean-text.ts';

describe('a text of a source', () => {
  it.each([
    ['Costs $5 and $10 per unit', 'Costs $5 and $10 per unit'],
    ['p < 0.05 and x > 3, a<b and c>d', 'p < 0.05 and x > 3, a<b and c>d'],
    ['A bound of $O(n^{2}\\log n)$ on $\\mathbb{R}^d$', 'A bound of O(n²log n) on R^d'],
    ['C$_{60}$ at \\(\\sqrt{s}=13\\) TeV', 'C60 at √s=13 TeV'],
    ["Erd\\H{o}s--R\\'enyi and \\emph{more} at 5\\% cost", 'Erdős–Rényi and more at 5% cost'],
    ['&lt;i&gt;Escherichia&lt;/i&gt; &amp;amp; co', 'Escherichia & co'],
    ['caf&eacute; &ndash; &#x3b2;&#946; &unknown;', 'café – ββ &unknown;'],
    ['10<sup>−6</sup> of <sup>13</sup>C in CO<sub>2</sub>', '10⁻⁶ of ¹³C in CO2'],
    ['<mml:math><mml:mi>α</mml:mi> <mml:mo>=</mml:mo> <mml:mn>1</mml:mn></mml:math> rule', 'α=1 rule'],
    ['<msup>left</msup> alone', '<msup>left</msup> alone'],
    [
      '<inline-formula><alternatives><tex-math>$$x^2$$</tex-math><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></alternatives></inline-formula> here',
      'x² here',
    ],
    ['<jats:title>Abstract</jats:title><jats:p>One\n line</jats:p><jats:p>Two</jats:p>', 'One line\nTwo'],
    ['<jats:sec><jats:title>Methods</jats:title><jats:p>We did.</jats:p></jats:sec>', 'Methods: We did.'],
    ['<script>alert(1)</script><!-- no -->Words<br/>below', 'Words\nbelow'],
    ['soft\u00ADhyphen and\u00A0space', 'softhyphen and space'],
  ])('is plain: %s', (markup, text) => expect(cleanText(markup)).toBe(text));

  it('that says nothing is none', () => {
    for (const nothing of [undefined, '', ' \n ', '<p></p>', '<jats:title>Abstract</jats:title>']) {
      expect(cleanText(nothing)).toBeUndefined();
    }
  });

  it('is read in time, whatever it holds', () => {
    for (const piece of ['<', '<i', '<sup>', '$', '\\', '\\(', '{', '&amp;', '<jats:title>', '<mml:math>', '<a b="']) {
      expect(cleanText(`${piece.repeat(20_000)}x`)).toContain('x');
    }
  });

  it('of an index has no period of its own, and no brackets', () => {
    expect(indexedTitle('[A <i>translated</i> title].')).toBe('A translated title');
    expect(indexedTitle('Law in the U.S.')).toBe('Law in the U.S.');
    expect(cleanLine('two\nlines')).toBe('two lines');
  });
});
