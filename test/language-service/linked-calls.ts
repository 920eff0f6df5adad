/** Sources that are read and linked as an index does it, and the calls of one of their functions beside those that a judge names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { link, type Linked } from '@zapomni/core/code';
import type { Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';
import type { CallSite } from './language-service.ts';

const silent: Logger = { log: () => undefined, child: () => silent };

export async function linkFiles(root: string, files: readonly string[]): Promise<Linked> {
  const texts = files.map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
  const parser = createCodeParser({ logger: silent, processes: 2 });
  try {
    const sources = texts.filter((file) => file.path.endsWith('.ts'));
    const read = await Promise.all(
      sources.map(async ({ path: file, text }) => ({
        path: file,
        facts: await parser.parse({ language: 'typescript', text }),
      })),
    );
    return link({ repository: 'own', files: read, manifests: texts.filter((file) => file.path.endsWith('.json')) });
  } finally {
    await parser.close();
  }
}

/** Where the name of a symbol stands that is known by its path and qualified name. */
export function placeOf({ symbols }: Linked, root: string, [file, qualified]: readonly [string, string]): number {
  const symbol = symbols.find((one) => one.path === file && one.qualified === qualified);
  if (!symbol) throw new Error(`There is no ${qualified} in ${file}: the list of this test is out of date.`);
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const start = lines.slice(0, symbol.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return (
    start + (lines[symbol.line - 1] ?? '').search(new RegExp(`(?<![\\w$])${symbol.name.replace('$', '\\$')}(?![\\w$])`))
  );
}

/**
 * Our calls of a function as the judge would name them: by the places it gave, where one of ours is written around it, and by our own
 * where there is none. Values that were followed (`things.map(f)` calls `f`) are more than types can say, so they are left out.
 */
export function callsAs(
  { symbols, edges }: Linked,
  [file, qualified]: readonly [string, string],
  judged: CallSite[],
): string[] {
  const sites = edges.flatMap(({ kind, from, to, site, low, line }) => {
    const isMeant = to.some(
      (one) =>
        'symbol' in one &&
        one.how !== 'flow' &&
        symbols[one.symbol]?.path === file &&
        symbols[one.symbol]?.qualified === qualified,
    );
    return kind === 'call' && isMeant && !low && site
      ? [{ path: symbols[from]?.path ?? '', site, line, used: false }]
      : [];
  });
  const named = judged.flatMap((one) => {
    const around = sites
      .filter(({ path: at, site: [start, end] }) => at === one.path && start <= one.offset && one.offset < end)
      .sort((a, b) => a.site[1] - a.site[0] - (b.site[1] - b.site[0]))[0];
    if (around) around.used = true;
    return around ? [nameOf(one)] : [];
  });
  return [...named, ...sites.filter(({ used }) => !used).map((one) => `${one.path}:${one.line} (ours alone)`)].sort();
}

export const nameOf = (site: CallSite): string => `${site.path}@${site.offset}`;
