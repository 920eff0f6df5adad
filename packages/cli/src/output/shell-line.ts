/** Words as one types them into a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
