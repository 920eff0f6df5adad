/** The sides from which a topic can be asked about: each is a question of its own, so that methods are not drowned by findings. */
export const ASPECTS = ['overview', 'methodology', 'findings', 'gaps'] as const;
export type Aspect = (typeof ASPECTS)[number];

const WORDS: Readonly<Record<Aspect, string>> = {
  overview: '',
  methodology: 'method approach data procedure experimental setup',
  findings: 'results findings show significant improvement evidence',
  gaps: 'limitations future work open problems remains unclear',
};

/** `comprehensive`: all of them. */
export function aspectsOf(type: Aspect | 'comprehensive'): readonly Aspect[] {
  return type === 'comprehensive' ? ASPECTS : [type];
}

export function questionFor(topic: string, aspect: Aspect): string {
  return `${topic} ${WORDS[aspect]}`.trim();
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
