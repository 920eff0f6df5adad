/** What a block of a first page is, by the words that such blocks have. */

const META = [
  /^(?:https?:|www\.|doi[:\s]|arxiv:|issn|isbn|©|\(c\)\s|copyright|all rights)/iu,
  /\b(?:doi:\s?10\.|https?:\/\/|www\.)/iu,
  /^(?:received|accepted|revised|published|available online|submitted|posted|first published|manuscript|last updated|date)\b/iu,
  /^(?:reçu|accepté|eingegangen|received|recibido|aceptado)\b/iu,
  /\b(?:vol(?:ume)?|no|issue|num|number)\.?\s*\d+\b.*\d/iu,
  /\bpp?\.\s*\d+/iu,
  /\(\d{4}\)\s*\d+\s*[:,]|\b\d+\s*\((?:19|20)\d\d\)|\b\d{1,4}\s*[:(]\s*\d+.*\b(?:19|20)\d\d\b/u,
  /^(?:journal|proceedings|proc\.|transactions|annals|bulletin|in proceedings|to appear|appeared|presented|preprint|technical report|working paper|report no)\b/iu,
  /^(?:original|research|review|short|brief|regular|full|invited|case|rapid|special|open|data|technical|position)?\s*-?(?:article|paper|communication|report|note|letter|review|contribution|access|descriptor|communications|research)s?(?: article)?(?: open access)?$/iu,
  /^(?:open access|research|letters?|editorial|feature|commentary|perspective|opinion|short communication|brief report|applications note|title page|cover page|author manuscript|nih public access|article in press|contents lists? available.*)$/iu,
  /^(?:running (?:head|title)|short title|please cite|cite this|citation|how to cite|edited by|reviewed by|academic editor|associate editor|editor|handling|specialty section|this article was|corresponding|\*?\s?correspondence|contact|e-?mails?\b|tel\b|fax\b|phone|keywords|key words|funding|acknowledg|conflict|competing|licen[cs]e|publisher'?s note|supplementary)/iu,
  /\b\d{1,4}\s?\(\d{1,3}\)\s?[:,]\s?\d|\(\d{4}\)\.?,?\s[A-Z]?\d+,\s?\d|\b(?:19|20)\d\d\s?[:;,]\s?\d+\s?[:(]?\d*.*\d+\s?[-\u2010-\u2015]\s?\d/u,
  /\b(?:publishing|publishers?|elsevier|springer|wiley|technical report|tech\. rep|working paper)\b.{0,60}$/iu,
  /^(?:printed|page|article|paper|report|document)\s\d/iu,
  /^(?:\p{Lu}\s){5,}\p{Lu}$/u,
  /^(?:\d{1,2}(?:st|nd|rd|th)|first|second|third)\s(?:\p{L}+\s){0,4}(?:conference|symposium|workshop|congress)\b/iu,
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b[\s\d,.-]*\b(?:19|20)\d\d\b.{0,20}$/iu,
  /^(?:table of contents|contents|article info|a r t i c l e)/iu,
  /@[\w.-]+\.\w+/u,
];

/** Not of the paper's own words: where and when it appeared, who may be written to, under which terms. */
export function isMeta(text: string): boolean {
  return META.some((form) => form.test(text)) || !/\p{L}{3}/u.test(text);
}

const PLACE =
  /\b(?:universit|universid|université|univ\.|institut|istituto|department|dept\.?|département|departamento|dipartimento|faculty|faculté|facultad|fakultät|school of|college|laborator|laboratoire|hospital|clinic|center|centre|centro|academy|division of|section of|unit of|inc\.|ltd|gmbh|corporation|company|research group|foundation|ministry|agency|observatory|museum|p\.?\s?o\.? box|street|avenue|road\b|cnrs|inserm|ibm|microsoft|google|\b[A-Z]{2} \d{5}\b|\b\d{5}(?:-\d{3,4})?,? [A-Z])/iu;

/** Says where people work. */
export function isPlace(text: string): boolean {
  return PLACE.test(text);
}

const LITTLE =
  /\b(?:the|of|and|in|to|is|are|was|were|we|that|this|for|with|by|on|from|as|be|which|les|des|une|est|dans|der|die|und|ist|von|las|los|que|del)\b/giu;
const LONG = 25;
/** A title may be long, but has no sentence in it. */
const LONGER = 40;

/** Sentences: long, and with the little words that lists and names have not. */
export function isProse(text: string): boolean {
  const words = text.split(/\s+/u);
  if (words.length < LONG || (words.length < LONGER && !/[.!?](?:\s+\p{Lu}|$)/u.test(text))) return false;
  const little = text.match(LITTLE)?.length ?? 0;
  return little / words.length > 0.12 || (words.length > 60 && /[.。]\s/u.test(text) && little / words.length > 0.05);
}

const LEGAL =
  /\b(?:permission|copyright(?:ed|s)?|licen[cs]e[ds]?|creative commons|republish|redistribut\w+|all rights|commercial (?:use|advantage|purposes)|terms (?:of|and)|unrestricted use|provided that|properly (?:cited|credited|attributed)|open access article|without fee|reproduction in any medium)\b/giu;

/** What may be done with the paper: sentences, but not its own. */
export function isLegal(text: string): boolean {
  const terms = new Set(text.toLowerCase().match(LEGAL)).size;
  return terms >= 3 && text.split(/\s+/u).length < terms * DENSE;
}

/** Words for each such term. */
const DENSE = 40;

const PART =
  /^(?:background|objectives?|aims?|purpose|methods?|materials|results?|findings?|conclusions?|discussion|setting|design|participants|interpretation|significance|introduction|motivation|summary|context|importance|research design|hintergrund|ziel|methode|ergebnis|schlussfolgerung|introdução|objetivos?|métodos?|resultados?|conclus(?:ão|ões|iones?)|antecedentes|contexte|objectifs?|méthodes?|résultats?)\b/iu;

/** Begins a part of an abstract that has headings. */
export function isPart(text: string): boolean {
  return PART.test(text) && !/^introduction$/iu.test(text);
}

const BODY =
  /^(?:(?:\d{1,2}|[IVX]{1,4})[.:)]?\s+\p{Lu}[\p{L}\p{M}\s,:’'-]{2,60}$|(?:(?:\d{1,2}|[IVX]{1,4})[.:)]?\s*)?(?:introduction|einleitung|einführung|introducción|introdução|introduzione|préface|preface|prologue|vorwort|overview|background)\b[.:]?\s*$)/iu;

/** The heading of the first section. */
export function beginsBody(text: string): boolean {
  return BODY.test(text.replace(/^(?:\p{Lu}\s){4,}\p{Lu}$/u, (spaced) => spaced.replaceAll(' ', '')));
}

const ABSTRACT =
  /^(?:[\W\d_]{0,12}\s)?(?:(?:structured |extended |author )?abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary|s u m m a r y|résumé|resume|resumen|resumo|zusammenfassung|kurzfassung|synopsis|riassunto|аннотация|摘要)(?![\p{L}\d])\s*[:.\u2010-\u2015|-]*\s*/iu;

/** Dots that lead to the number of a page. */
const LEADERS = /(?:[.·]\s?){6}|…\s?…/u;

/** The length of the heading with which an abstract begins; 0 for what does not begin so. A word of a sentence is none, nor a line of contents. */
export function abstractHeading(text: string): number {
  const found = ABSTRACT.exec(text)?.[0] ?? '';
  if (found === '' || LEADERS.test(text)) return 0;
  const behind = text.slice(found.length);
  const isHeading =
    behind === '' ||
    /^["'(\u201C\u00AB\d]?\s?(?:\p{Lu}|\p{Lo}|\d)/u.test(behind) ||
    /[:.\u2010-\u2015|-]\s*$/u.test(found);
  return isHeading && !/^(?:of|for|in|the|and)\s/u.test(behind) ? found.length : 0;
}

const AFTER_ABSTRACT =
  /^(?:[\W\d_]{0,6}\s?)?(?:key\s?-?words?(?: and phrases)?|index terms|categories and subject|general terms|subject (?:classification|terms|headings)|mots[- ]cl[ée]s|palabras clave|palavras[- ]chave|stichw[oö]rter|schlüsselwörter|pacs|msc|ams subject|jel|ccs concepts|(?:i|1|0)?\.?\s*introduction(?! (?:to|and)\b)|abbreviations|correspondence|corresponding author|author'?s? (?:address|contact)|address|present address|the authors?|received|accepted|published|copyright|©|\(c\)|[c!#]\s(?:19|20)\d\d\b|(?:19|20)\d\d (?:the authors?|elsevier|springer|wiley|published)|doi|e-?mail|supported by|this (?:work|research) (?:was|is|has been) (?:partially |partly )?(?:supported|funded)|acknowledg|funding|conflicts? of interest|competing interests|citation|academic editor|editor|availability|contact|contents|data availability|trial registration number|permission to|www\.|https?:|\d+\s+introduction|table of contents)(?![\p{Ll}])/iu;

/** Begins something that stands behind an abstract. */
export function endsAbstract(text: string): boolean {
  return AFTER_ABSTRACT.test(text) && !/^\p{Ll}+\s/u.test(text);
}
