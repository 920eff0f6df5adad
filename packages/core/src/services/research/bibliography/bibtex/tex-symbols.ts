/** Commands of TeX that print a character or a word, without their backslash. */
const PAIRS = `
aa å AA Å ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł ss ß SS ẞ i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ ij ĳ IJ Ĳ
S § P ¶ dag † ddag ‡ copyright © textcopyright © textregistered ® texttrademark ™ pounds £ textsterling £ euro € texteuro € textyen ¥ textcent ¢
textbackslash \\ textasciitilde ~ textasciicircum ^ textasciigrave \` textquotesingle ' textquotedbl " textbraceleft { textbraceright } textless < textgreater >
texttimes × textdiv ÷ textpm ± textlnot ¬ textminus − textsurd √ textcelsius ℃ mathplus + mathminus − mathsemicolon ; less < greater >
textunderscore _ textdollar $ textbar | textbardbl ‖ textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
lq ‘ rq ’ glqq „ grqq “ glq ‚ grq ‘ flqq « frqq » guillemotleft « guillemotright » guillemetleft « guillemetright » quotedblbase „ quotesinglbase ‚ guilsinglleft ‹ guilsinglright ›
dots … ldots … textellipsis … cdots ⋯ slash / textbullet • bullet • textperiodcentered · cdot · textdegree ° degree ° celsius ℃ textohm Ω textmu µ micro µ
textordfeminine ª textordmasculine º textexclamdown ¡ textquestiondown ¿ textparagraph ¶ textsection § textdagger † textdaggerdbl ‡ textasteriskcentered ∗
textnumero № textperthousand ‰ textonehalf ½ textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³
TeX TeX LaTeX LaTeX LaTeXe LaTeX2ε BibTeX BibTeX XeTeX XeTeX LuaTeX LuaTeX XeLaTeX XeLaTeX
alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ
sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
times × div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ wedge ∧ vee ∨ land ∧ lor ∨ neg ¬ lnot ¬ cap ∩ cup ∪ setminus ∖ wr ≀
leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ sim ∼ simeq ≃ approx ≈ cong ≅ equiv ≡ propto ∝ prec ≺ succ ≻ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ in ∈ ni ∋ notin ∉
forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ oint ∮ sqrt √ surd √ angle ∠ perp ⊥ parallel ∥ mid ∣ top ⊤ bot ⊥
to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ uparrow ↑ downarrow ↓ mapsto ↦ longrightarrow ⟶ longleftarrow ⟵ textrightarrow → textleftarrow ←
hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ wp ℘ prime ′ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ vdash ⊢ models ⊨ square □ Box □ diamond ⋄ triangle △ checkmark ✓
sharp ♯ flat ♭ natural ♮ female ♀ male ♂ permil ‰ lbrace { rbrace } lbrack [ rbrack ] vert | Vert ‖ colon : backslash \\ deg ° percent % hyphen -
`;

const words = PAIRS.trim().split(/\s+/);
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ''] as const] : [])),
);

/** The mark that Unicode puts on the letter before it. */
export const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ["'", '\u0301'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['=', '\u0304'],
  ['u', '\u0306'],
  ['.', '\u0307'],
  ['"', '\u0308'],
  ['h', '\u0309'],
  ['r', '\u030A'],
  ['H', '\u030B'],
  ['v', '\u030C'],
  ['d', '\u0323'],
  ['c', '\u0327'],
  ['k', '\u0328'],
  ['b', '\u0331'],
  ['t', '\u0361'],
  ['G', '\u030F'],
  ['U', '\u030E'],
]);

/** The same marks under the names that mathematics has for them. */
export const MATH_ACCENTS: ReadonlyMap<string, string> = new Map([
  ['acute', "'"],
  ['bar', '='],
  ['breve', 'u'],
  ['check', 'v'],
  ['ddot', '"'],
  ['dot', '.'],
  ['grave', '`'],
  ['hat', '^'],
  ['mathring', 'r'],
  ['overline', '='],
  ['tilde', '~'],
  ['widehat', '^'],
  ['widetilde', '~'],
]);

/** Commands of one sign that print it, or a space, or nothing. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ...[...'&%$#_{}'].map((sign) => [sign, sign] as const),
  ...[' ', '\n', '\t', '\\', ',', ';', ':', '>'].map((sign) => [sign, ' '] as const),
  ...['/', '-', '!', '@', '(', ')', '[', ']'].map((sign) => [sign, ''] as const),
  ['*', '*'],
  ['|', '‖'],
]);

/** Commands that change how the following looks; nothing of them is text. */
export const LOOKS: ReadonlySet<string> = new Set(
  'it bf sc rm sf tt em sl itshape bfseries scshape upshape slshape mdseries rmfamily sffamily ttfamily normalfont small footnotesize large Large relax protect noopsort displaystyle textstyle nobreak left right big Big limits nolimits noindent sloppy selectfont boldmath unboldmath'.split(
    ' ',
  ),
);

export const SPACES: ReadonlySet<string> = new Set(
  'quad qquad space enspace emspace thinspace negthinspace nobreakspace enskip newline linebreak par'.split(' '),
);

const [SUPER_FROM, SUPER_TO] = ['0123456789+-=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'];
const [SUB_FROM, SUB_TO] = ['0123456789+-=()aeoxhklmnpstijruv', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ'];

/** As Unicode has them; null where a character has none. */
export function raised(text: string): string | null {
  return shifted(text, SUPER_FROM, SUPER_TO);
}

export function lowered(text: string): string | null {
  return shifted(text, SUB_FROM, SUB_TO);
}

function shifted(text: string, from: string, to: string): string | null {
  const characters = [...text].map((one) => {
    const i = from.indexOf(one);
    return i === -1 ? null : to[i];
  });
  return characters.includes(null) ? null : characters.join('');
}
