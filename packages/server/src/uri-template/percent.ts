/** Percent-encoding as RFC 6570 asks for it, and its reading. */
const RESERVED_PIECE = /%[0-9A-Fa-f]{2}|[^%]+|%/g;
const TRIPLET = /%[0-9A-Fa-f]{2}/g;

/** Leaves unreserved characters only. Half a surrogate pair becomes U+FFFD: it has no bytes. */
export function encodeUnreserved(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, toTriplet);
}

/** Leaves reserved characters too, and triplets that are already there. */
export function encodeReserved(text: string): string {
  return text.toWellFormed().replace(RESERVED_PIECE, (piece) => {
    if (piece.length === 3 && piece.startsWith('%')) return piece;
    // `encodeURI` is older than the brackets of IPv6 addresses.
    return encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']');
  });
}

/** `undefined` when the bytes are no UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Triplets in capitals, so that `%c3` and `%C3` are the same. Changes no length. */
export function normaliseTriplets(text: string): string {
  return text.replace(TRIPLET, (triplet) => triplet.toUpperCase());
}

function toTriplet(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
