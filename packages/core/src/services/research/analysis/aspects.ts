import { asWords } from '../../../model/index.ts';

/** The sides from which a topic can be asked about: each is a question of its own, so that methods are not drowned by findings. */
export const ASPECTS = ['overview', 'methodology', 'findings', 'gaps'] as const;
export type Aspect = (typeof ASPECTS)[number];

const WORDS: Readonly<Record<Aspect, string>> = {
  overview: '',
  methodology: 'method approach data procedure experimental setup',
  findings: 'results findings show significant improvement evidence',
  gaps: 'limitations future work open problems remains unclear',
};

/** A search reads no more. */
const MOST_QUERY = 1000;

/** `comprehensive`: all of them. */
export function aspectsOf(type: Aspect | 'comprehensive'): readonly Aspect[] {
  return type === 'comprehensive' ? ASPECTS : [type];
}

/** A topic that fills a whole question makes room for the words of its side. */
export function questionFor(topic: string, aspect: Aspect): string {
  const words = WORDS[aspect];
  return words === '' ? topic : `${cut(topic, MOST_QUERY - words.length - 1)} ${words}`;
}

/** A title is asked about in its words: a quotation mark or a dash that stands in it demands nothing. */
export function questionAbout(title: string, aspect: Aspect): string {
  return questionFor(cut(asWords(title), MOST_QUERY), aspect).trim();
}

function cut(text: string, most: number): string {
  return text.trim().slice(0, most).toWellFormed();
}

/** What a language model is asked to write of it. */
export function taskFor(topic: string, aspect: Aspect): string {
  const about = JSON.stringify(topic);
  return {
    overview: `Say what these papers are about where they speak of ${about}, and how they relate to each other.`,
    methodology: `Say which methods and data these papers use where they speak of ${about}.`,
    findings: `Say what these papers found about ${about}, and where they disagree.`,
    gaps: `Say which limits and open questions these papers name about ${about}.`,
  }[aspect];
}
