/** Pages that publishers and archives put before a paper. */
import { abstractHeading } from './first-page/block-kinds.ts';
import type { PageLine } from './first-page/page-blocks.ts';

const COVER =
  /author[’']s (?:version|accepted|copy)|accepted manuscript|(?:definitive|published|final) version|(?:file was |be |was |is )?downloaded (?:from|by|at|on)\b|terms (?:of use|(?:&|and) conditions)|personal use\b|submitted\/accepted for publication|to cite this (?:article|version|paper|document)|provisional pdf|(?:public|institutional) (?:portal|repository)|open access archive|is included in the proceedings|(?:archive|repository) for the deposit/iu;

/** What covers say, and no abstract of a paper. */
export function isCover(lines: readonly PageLine[]): boolean {
  const own = lines.filter(({ running, turned }) => !running && !turned);
  if (own.some(({ text }) => abstractHeading(text) > 0)) return false;
  return COVER.test(own.map(({ text }) => text).join(' '));
}
