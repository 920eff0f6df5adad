/** Arguments under other names than their own, and a failure in the words in which they were given. */
import type { ErrorReport } from '../protocol/error-report.ts';
import type { JsonObject } from '../protocol/protocol.ts';

/** An argument's own name → the name by which it was called. */
type Called = Readonly<Record<string, string>>;

interface OwnNames {
  readonly given: JsonObject;
  readonly called: Called;
}

/** Puts arguments under their own names. One given twice with different values stays, and is refused as unknown. */
export function underOwnNames(given: JsonObject, aliases: Readonly<Record<string, string>> = {}): OwnNames {
  const called: Record<string, string> = {};
  const renamed: [string, unknown][] = Object.entries(given).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (own === undefined || (Object.hasOwn(given, own) && given[own] !== value)) return [name, value];
    if (!Object.hasOwn(given, own)) called[own] = name;
    return [own, value];
  });
  return { given: Object.fromEntries(renamed), called };
}

/** Whoever wrote `pdf_path` is told of `pdf_path`. */
export function asCalled(report: ErrorReport, called: Called): ErrorReport {
  if (Object.keys(called).length === 0) return report;
  const { message, issues } = report;
  return {
    ...report,
    message: inWords(message, called),
    ...(issues
      ? { issues: issues.map(({ field, error }) => ({ field: fieldIn(field, called), error: inWords(error, called) })) }
      : {}),
  };
}

function fieldIn(field: string, called: Called): string {
  const [root = ''] = /^[^.[]*/.exec(field) ?? [];
  return Object.hasOwn(called, root) ? `${called[root] ?? root}${field.slice(root.length)}` : field;
}

/** A sentence that is about a field begins with its name. */
function inWords(text: string, called: Called): string {
  return text.replaceAll(/(?<=^|[.:] )[a-z_]+(?=[:.[ ])/g, (word) => fieldIn(word, called));
}
