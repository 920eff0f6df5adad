/** The few pieces of Markdown that the generated pages are made of. */

export const code = (text: string) => `\`${text}\``;

/** A table; bars and line breaks in cells are made harmless. Columns that are empty throughout are left out. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = header.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, column) => used[column])
      .map(cell)
      .join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A page of blocks, with the note that it is not to be edited. */
export function page(title: string, source: string, blocks: readonly string[]): string {
  const note = `<!-- Written by \`npm run gen\` from ${source}; do not edit. -->`;
  return `${[note, `# ${title}`, ...blocks].join('\n\n')}\n`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
