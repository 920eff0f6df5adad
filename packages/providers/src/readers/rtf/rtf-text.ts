/** What the groups and words of RTF say. */
import type { JsonValue } from '@zapomni/core/model';
import type { Flow } from '../office/flow.ts';
import type { RtfHandler } from './scan-rtf.ts';

/** Where text goes that is not part of the document. */
type Destination = 'body' | 'note' | 'instruction' | 'style' | 'title' | 'author' | 'subject' | 'nowhere';

interface Group {
  destination: Destination;
  /** How many characters after one by its number stand in for programs that do not know it. */
  fallback: number;
  /** Ends with what a link is shown as. */
  isField: boolean;
}

const DESTINATIONS: Readonly<Record<string, Destination>> = {
  footnote: 'note',
  fldinst: 'instruction',
  fldrslt: 'body',
  stylesheet: 'style',
  title: 'title',
  author: 'author',
  subject: 'subject',
};
const NOWHERE = new Set(
  'fonttbl colortbl info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore xmlnstbl latentstyles filetbl nonshppict bkmkstart bkmkend annotation atnid atnauthor pntext private1 xe tc'.split(
    ' ',
  ),
);
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};

/** Words that hold for the rest of their group, or of the file. */
const SETTINGS = new Set(['field', 'uc', 'ansicpg', 's']);

export class RtfText implements RtfHandler {
  readonly notes: string[] = [];
  readonly metadata: Record<string, JsonValue> = {};
  title: string | null = null;
  readonly #flow: Flow;
  readonly #groups: Group[] = [];
  readonly #levels = new Map<number, number>();
  #group: Group = { destination: 'body', fallback: 1, isField: false };
  #decoder = new TextDecoder('windows-1252');
  #bytes: number[] = [];
  #skip = 0;
  /** Text of a destination other than the body. */
  #aside = '';
  #style = 0;
  #outline: number | undefined;
  #inTable = false;
  #hasTable = false;
  #rowIsOpen = false;

  /** Words that the text of the document is laid out with. */
  readonly #layout: Readonly<Record<string, (parameter: number | null) => void>> = {
    par: () => this.#endParagraph(),
    sect: () => this.#endParagraph(),
    page: () => this.#endParagraph(),
    pard: () => this.#beginParagraph(),
    outlinelevel: (parameter) => (this.#outline = parameter ?? undefined),
    trowd: () => this.#beginRow(),
    intbl: () => (this.#inTable = true),
    cell: () => this.#endCell(),
    row: () => (this.#rowIsOpen = false),
  };

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  open(): void {
    this.#flush();
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, isField: false };
  }

  close(): void {
    this.#flush();
    const closed = this.#group;
    this.#group = this.#groups.pop() ?? closed;
    if (closed.isField) this.#flow.closeLink();
    if (closed.destination === 'style') this.#learnStyle();
    else if (closed.destination !== this.#group.destination) this.#endDestination(closed.destination);
  }

  word(name: string, parameter: number | null): void {
    if (name === 'u' && parameter !== null) return this.#unicode(parameter);
    this.#flush();
    const destination = DESTINATIONS[name];
    const character = CHARACTERS[name];
    if (destination) this.#begin(destination);
    else if (NOWHERE.has(name)) this.#group.destination = 'nowhere';
    else if (character !== undefined) this.#say(character);
    else if (SETTINGS.has(name)) this.#set(name, parameter ?? 1);
    else if (this.#group.destination === 'body') this.#layout[name]?.(parameter);
  }

  symbol(symbol: string): void {
    this.#flush();
    // `\*`: whoever does not know what follows is to pass over it.
    if (symbol === '*' && this.#group.destination === 'body') this.#group.destination = 'nowhere';
    else if (symbol === '~') this.#say('\u00A0');
    else if (symbol === '_') this.#say('-');
  }

  byte(value: number): void {
    if (this.#skip > 0) this.#skip--;
    else this.#bytes.push(value);
  }

  /** The file is at its end, whether it says so or not. */
  end(): void {
    this.#flush();
    this.#endTable();
    this.#endParagraph();
  }

  #set(name: string, parameter: number): void {
    if (name === 'field') this.#group.isField = true;
    else if (name === 'uc') this.#group.fallback = Math.max(parameter, 0);
    else if (name === 'ansicpg') this.#decoder = decoderOf(parameter);
    else if (this.#group.destination === 'style' || this.#group.destination === 'body') this.#style = parameter;
  }

  #beginParagraph(): void {
    this.#style = 0;
    this.#outline = undefined;
    this.#inTable = false;
  }

  #beginRow(): void {
    if (!this.#hasTable) this.#flow.openTable();
    this.#hasTable = true;
    if (!this.#rowIsOpen) this.#flow.openRow();
    this.#rowIsOpen = true;
  }

  #endCell(): void {
    this.#flow.endParagraph();
    this.#flow.closeCell();
  }

  #endTable(): void {
    if (this.#hasTable) this.#flow.closeTable();
    this.#hasTable = false;
    this.#rowIsOpen = false;
  }

  #endParagraph(): void {
    const level = this.#outline !== undefined && this.#outline < 9 ? this.#outline + 1 : this.#levels.get(this.#style);
    this.#flow.endParagraph(level === undefined || this.#hasTable ? {} : { level });
  }

  #unicode(code: number): void {
    this.#flush();
    this.#say(String.fromCharCode(code < 0 ? code + 65_536 : code));
    this.#skip = this.#group.fallback;
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const text = this.#decoder.decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#say(text);
  }

  #say(text: string): void {
    this.#skip = 0;
    const { destination } = this.#group;
    if (destination === 'nowhere') return;
    if (destination !== 'body') {
      this.#aside += text;
      return;
    }
    // The first word after a table that is not part of it.
    if (this.#hasTable && !this.#inTable && text.trim() !== '') this.#endTable();
    this.#flow.text(text);
  }

  #begin(destination: Destination): void {
    this.#group.destination = destination;
    if (destination !== 'body') this.#aside = '';
  }

  #endDestination(destination: Destination): void {
    if (destination === 'body' || destination === 'nowhere') return;
    const text = this.#aside.replace(/\s+/gu, ' ').trim();
    this.#aside = '';
    if (destination === 'instruction') this.#flow.openLink(/HYPERLINK\s+"([^"]+)"/u.exec(text)?.[1]);
    else if (destination === 'note') this.#addNote(text);
    else if (destination === 'title') this.title = text || null;
    else if (text !== '') this.metadata[destination] = text;
  }

  #addNote(text: string): void {
    if (text === '') return;
    this.notes.push(`[^${this.notes.length + 1}]: ${text}`);
    this.#flow.text(`[^${this.notes.length}]`);
  }

  #learnStyle(): void {
    const level = /^\s*heading ([1-9])/iu.exec(this.#aside)?.[1];
    if (level) this.#levels.set(this.#style, Number(level));
    this.#aside = '';
    this.#style = 0;
  }
}

function decoderOf(codePage: number): InstanceType<typeof TextDecoder> {
  const names: Readonly<Record<number, string>> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
  };
  try {
    return new TextDecoder(names[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
