/**
 * Where things were drawn, so that a picture looks the same the next time. Kept by the browser under numbers made of the ids: what
 * the names are is nobody's business who looks into its storage.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const KEY = 'zapomni-places';
const MOST_KEPT = 4000;

export class Places {
  readonly #points: Map<string, Point>;

  constructor() {
    this.#points = new Map(read());
  }

  get(id: string): Point | undefined {
    return this.#points.get(numberOf(id));
  }

  set(id: string, { x, y }: Point): void {
    const key = numberOf(id);
    this.#points.delete(key);
    this.#points.set(key, { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  }

  forget(): void {
    this.#points.clear();
    this.save();
  }

  /** The latest; storage that is full or forbidden is no fault. */
  save(): void {
    try {
      const latest = [...this.#points].slice(-MOST_KEPT).map(([key, { x, y }]) => [key, x, y]);
      localStorage.setItem(KEY, JSON.stringify(latest));
    } catch {
      // The picture is laid out anew the next time.
    }
  }
}

function read(): [string, Point][] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, number, number][];
    return stored.flatMap(([key, x, y]) => (Number.isFinite(x) && Number.isFinite(y) ? [[key, { x, y }]] : []));
  } catch {
    return [];
  }
}

/** 53 bits of the id. */
function numberOf(id: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return ((other >>> 0) * 2097152 + (one >>> 11)).toString(36);
}
