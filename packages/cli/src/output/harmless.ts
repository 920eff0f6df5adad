/** What was remembered may hold anything; shown in a terminal it must not move the cursor, change colours or reorder text. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text without control characters; line ends and tabs stay. */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROLS, '�').replace(BIDI_CONTROLS, '');
}

/** The same on one line, each run of white space as one space. */
export function oneLine(text: string): string {
  return harmless(text.replace(/\s+/g, ' ')).trim();
}
