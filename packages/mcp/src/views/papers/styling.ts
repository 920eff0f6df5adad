/** Citations of a text as clients and `--json` show them. */
import type { WrittenCitations } from '@zapomni/core/research';

/** Citations of a text and the bibliography to it. */
export function toWrittenCitations({ citations, rewritten, bibliography, found }: WrittenCitations) {
  return {
    count: bibliography.length,
    ...(found ? { found: found.total, ...(found.isCounted ? {} : { found_is_lower_bound: true }) } : {}),
    citations: [...citations],
    rewritten: [...rewritten],
    bibliography: bibliography.map(({ id, text, citation }) => ({
      id,
      text,
      ...(citation === null ? {} : { citation }),
    })),
  };
}
