/**
 * Makes turns of what was said, message by message: what the user says begins one, and the answer is what was said after the
 * last tool that was used. What comes before a tool ("let me look …") is no answer yet.
 */
import type { TranscriptItem } from '@zapomni/core/ports';

type Turn = Extract<TranscriptItem, { user: string }>;

export interface Said {
  readonly words: string;
  readonly at: Date | null;
  readonly folder: string | null;
}

interface Piece {
  readonly id: string | null;
  readonly words: string;
  readonly usesTool: boolean;
}

export class Conversation {
  readonly #client: string;
  readonly #session: string;
  #turns = 0;
  #open: Said | null = null;
  #pieces: Piece[] = [];

  constructor(client: string, session: string) {
    this.#client = client;
    this.#session = session;
  }

  /** The turn that this ends, if any. Words that are none begin nothing. */
  ask(said: Said): Turn[] {
    if (said.words.trim() === '') return [];
    const before = this.end();
    this.#open = said;
    return before;
  }

  /** A piece that comes again with the same id takes the place of the earlier one. */
  answer(words: string, { id = null, usesTool = false }: Partial<Omit<Piece, 'words'>> = {}): void {
    const piece = { id, words: words.trim(), usesTool };
    const there = id === null ? -1 : this.#pieces.findIndex((one) => one.id === id);
    if (there >= 0) this.#pieces[there] = piece;
    else if (this.#open && (piece.words !== '' || usesTool)) this.#pieces.push(piece);
    // Nothing before a tool is asked for again, unless it may still be replaced.
    if (usesTool && id === null) this.#pieces = [piece];
  }

  /** The turn is not to be told: it was taken back. */
  drop(): void {
    this.#open = null;
    this.#pieces = [];
  }

  end(): Turn[] {
    const open = this.#open;
    if (!open) return [];
    const last = this.#pieces.findLastIndex(({ usesTool }) => usesTool);
    const answer = this.#pieces.slice(last + 1).map(({ words }) => words);
    this.drop();
    return [
      {
        client: this.#client,
        session: this.#session,
        index: this.#turns++,
        at: open.at,
        folder: open.folder,
        user: open.words.trim(),
        answer: answer.filter((words) => words !== '').join('\n\n'),
      },
    ];
  }
}
