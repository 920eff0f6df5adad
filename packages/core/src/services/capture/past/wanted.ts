/** What of past sessions is wanted, and what there is of it. */
import type { TranscriptFile, TranscriptItem } from '../../../ports/index.ts';

export interface Wanted {
  /** Since then; a turn without a time counts as said when its file was last written. */
  readonly since: number | null;
  /** In this folder or below it. */
  readonly folder: string | null;
}

export const filterOf = ({ since, folder }: Wanted): string =>
  since === null && folder === null ? '' : JSON.stringify([since, folder]);

export function isWanted(item: TranscriptItem, { since, folder }: Wanted, { modifiedAt }: TranscriptFile): boolean {
  if (since !== null && (item.at?.getTime() ?? modifiedAt) < since) return false;
  return folder === null || isBelow(item.folder, folder);
}

function isBelow(place: string | null, folder: string): boolean {
  if (place === null) return false;
  const [inner, outer] = [place, folder].map((one) => one.replaceAll('\\', '/').replace(/\/+$/, ''));
  return inner === outer || inner?.startsWith(`${outer}/`) === true;
}

/** What a file holds, for people: counted as it goes by. */
export class Census {
  readonly #sessions = new Set<string>();
  #turns = 0;
  #from: number | null = null;
  #to: number | null = null;

  take(item: TranscriptItem): void {
    this.#sessions.add(item.session);
    if ('user' in item) this.#turns++;
    const at = item.at?.getTime();
    if (at === undefined) return;
    this.#from = Math.min(this.#from ?? at, at);
    this.#to = Math.max(this.#to ?? at, at);
  }

  get counts(): TranscriptCounts {
    return { sessions: this.#sessions.size, turns: this.#turns, from: this.#from, to: this.#to };
  }
}

export interface TranscriptCounts {
  readonly sessions: number;
  readonly turns: number;
  readonly from: number | null;
  readonly to: number | null;
}
