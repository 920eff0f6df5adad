/**
 * The order in which the parts of a page are read. A page that a white strip divides from top to bottom is two columns, the left one first; one
 * that no such strip divides (a title reaches across it) is cut where the widest strip runs from side to side. So on with the halves.
 *
 *     ┌───────title───────┐
 *     │    author  author │        ── the widest strip from side to side: title and authors, then the rest
 *     ├───────────────────┤
 *     │ abstract │ text   │        │  a strip from top to bottom: abstract and what is below it, then the text
 *     │ text     │ text   │
 */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Between columns, in points. */
const GUTTER = 6;

/** Indices of the boxes, first to last. */
export function readingOrder(boxes: readonly Box[]): number[] {
  return ordered(boxes.map((box, at) => ({ ...box, at }))).map(({ at }) => at);
}

type Part = Box & { readonly at: number };

function ordered(parts: readonly Part[]): readonly Part[] {
  if (parts.length < 2) return parts;
  const across = widestGap(
    parts,
    ({ left }) => left,
    ({ right }) => right,
  );
  if (across && across.width >= GUTTER) return halves(parts, (part) => part.left < across.at);
  const down = widestGap(
    parts,
    ({ top }) => -top,
    ({ bottom }) => -bottom,
  );
  if (down) return halves(parts, (part) => -part.top < down.at);
  return parts.toSorted((a, b) => b.top - a.top || a.left - b.left);
}

function halves(parts: readonly Part[], isFirst: (part: Part) => boolean): Part[] {
  return [...ordered(parts.filter((part) => isFirst(part))), ...ordered(parts.filter((part) => !isFirst(part)))];
}

/** Where nothing stands between some and others: in the middle of the widest such strip. */
function widestGap(
  parts: readonly Part[],
  from: (part: Part) => number,
  to: (part: Part) => number,
): { readonly at: number; readonly width: number } | null {
  let reached = Infinity;
  let best: { readonly at: number; readonly width: number } | null = null;
  for (const part of parts.toSorted((a, b) => from(a) - from(b))) {
    const width = from(part) - reached;
    if (width > (best?.width ?? 0)) best = { at: reached + width / 2, width };
    reached = reached === Infinity ? to(part) : Math.max(reached, to(part));
  }
  return best;
}
