import type { DocumentAnnotation } from '@zapomni/core/ports';

/** What somebody has marked in a file. */
export function toAnnotation({ kind, page, text, comment, author, colour, at }: DocumentAnnotation) {
  return {
    kind,
    page,
    ...(text === '' ? {} : { text }),
    ...(comment === '' ? {} : { comment }),
    ...(author === null ? {} : { author }),
    ...(colour === null ? {} : { colour }),
    ...(at === null ? {} : { at }),
  };
}
