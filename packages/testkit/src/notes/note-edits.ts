/** What users do to papers and their notes, and how a note reads then. */

export const NOTE_OPERATIONS = [
  'sync',
  'sync',
  'killed sync',
  'killed sync',
  'killed sync',
  'write below',
  'write above',
  'edit region',
  'edit tags',
  'rate',
  'own property',
  'rename note',
  'copy note',
  'remove note',
  'add paper',
  'change abstract',
  'change tags',
  'change title',
  'break note',
  'lose line',
  'exchange names',
  'cite',
  'cite',
  'change citekey',
] as const;

export interface NoteStep {
  readonly what: (typeof NOTE_OPERATIONS)[number];
  readonly pick: number;
}

const MARKS = ['%% zapomni:end abstract %%\n', '%% zapomni:begin abstract %%\n', '%% zapomni:end references %%\n'];

interface Fresh {
  word(): string;
  number(): number;
}

/** Null for what is not done to the text of a note. */
export function editedNote(text: string, { what, pick }: NoteStep, fresh: Fresh): string | null {
  switch (what) {
    case 'write below':
      return `${text}\nMine: ${fresh.word()}\n`;
    case 'write above':
      return text.replace(/^(---\n[\s\S]*?\n---\n)/, (head) => `${head}Above: ${fresh.word()}\n\n`);
    case 'edit region':
      return text.replace('## Abstract\n', (line) => `${line}${fresh.word()} `);
    case 'edit tags':
      return text.replace(/^tags:\n/m, (line) => `${line}  - mine${pick}\n`);
    case 'rate':
      return text.replace(/^(rating: .*\n)?status: .*\n/m, `rating: ${1 + (pick % 5)}\nstatus: read\n`);
    case 'own property':
      return text.replace('---\n', () => `---\nown${fresh.number()}: "${fresh.word()}" # kept\n`);
    case 'break note':
      return text.replace('---\n', '---\nbroken: [\n');
    case 'lose line':
      return text.replace(MARKS[pick % MARKS.length] ?? '', '');
    default:
      return null;
  }
}
