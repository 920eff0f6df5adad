/** The sentences of somebody's words, each with what it needs to stand alone: without the list it was in, and with its speaker where a chat was pasted. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** `Anna: I am in Oslo.` is said by Anna; `Note: …` by nobody of that name. */
const SPOKEN = /^(?:\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20})?):\s+(?=\p{Lu}|I\b|["“])/u;
const LABELS =
  /^(?:notes?|todos?|fixme|correction|final|next|not|still|open|summary|update|decision|decided|reminder|warning|important|fix|result|step|question|answer|example|tip|error|problem|cause|reason|solution|option|plan|status|done|remaining|left|context|background|goal|human|user|assistant|system|ps|edit|input|output|usage|first|second|third|finally|yes|no|ok|sorry|actually|thanks|issue|bug|hint|attempt|story|idea|task|changes?|feature|request|details|info|subject|title|topic|from|to|cc|date|symptoms?|expected|actual|workaround|motivation|rationale|findings?|lessons?|caveat|concern|opinion|feedback|comment|review|thoughts?|progress|blockers?|tests?|proposal|suggestion|today|yesterday|tomorrow)\b/i;
/** Marks of lists, headings, boxes to tick and emphasis. */
const MARKS = /^\s*(?:[-*•+–]\s+|\d{1,3}[.)]\s+|#{1,6}\s+|\[[ xX]\]\s+)+/;
/** What people say before they say something. */
const LEAD_IN =
  /^(?:(?:oh|ah|well|so|yeah|yep|yes|hey|hi|hello|wow|ok|okay|also|anyway|btw|by the way|fyi|thanks|thank you|cool|great|nice|haha|hmm+|um|and|but|plus|besides|in fact|to be honest|honestly|you know|i mean|i think|i guess|as i said)\b(?:[,!.:…–-]+\s*|\s+(?=that\b|i\b|i['’]m|i['’]ve|my\b|we\b|our\b)))+/i;

export function sentencesOf(words: string): string[] {
  return words.split('\n').flatMap((line) => {
    const bare = line
      .replace(MARKS, '')
      .replaceAll(/\*\*|__/g, '')
      .trim();
    const { name, said } = spokenBy(bare);
    return split(said).map((sentence) => name + sentence);
  });
}

/** The name with its colon, or nothing, and what is said. */
export function spokenBy(line: string): { readonly name: string; readonly said: string } {
  const name = LABELS.test(line) ? '' : (SPOKEN.exec(line)?.[0] ?? '');
  return { name, said: line.slice(name.length).trim() };
}

/** Not within code, which has dots of its own. */
function split(line: string): string[] {
  const codes: string[] = [];
  const masked = line.replaceAll(/`[^`]+`/g, (code) => `\uE000${codes.push(code) - 1}\uE001`);
  const pieces = Array.from(segmenter.segment(masked), ({ segment }) => segment.trim()).filter((piece) => piece !== '');
  return rejoined(pieces).map((piece) => piece.replaceAll(/\uE000(\d+)\uE001/g, (_, n) => codes[Number(n)] ?? ''));
}

/** An abbreviation is not the end of a sentence. */
function rejoined(pieces: readonly string[]): string[] {
  const whole: string[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    if (
      before !== undefined &&
      /(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nr|dr|mr|mrs|ms|st|prof|inc|ltd|fig)|\b\p{Lu})\.$/iu.test(before) &&
      !/\bI\.$/.test(before)
    )
      whole[whole.length - 1] = `${before} ${piece}`;
    else whole.push(piece);
  }
  return whole;
}

/** Without what is only there to begin: the rest begins with a capital. */
export function withoutLeadIn(sentence: string): string {
  const { name, said } = spokenBy(sentence);
  const rest = said.replace(LEAD_IN, '').trim();
  return rest === '' ? '' : `${name}${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}
