/** The pages after the first: what stands before `paginate` and only looks is done again on each, until there is none left or one comes again. */
import type { Step, StepNamed } from '../definition/steps.ts';
import { toBrowserTargets } from '../definition/targets.ts';
import type { Interpreter } from './interpret.ts';
import type { Row } from './take-fields.ts';

const LOOKS: ReadonlySet<Step['do']> = new Set(['wait', 'scroll', 'extract', 'screenshot', 'assert']);
/** A page that is filled in late shows the rows of the one before for a while. */
const LATE_MS = 500;
const LATE_TIMES = 6;
const LOAD_MS = 15_000;

interface Block {
  readonly first: number;
  readonly steps: readonly Step[];
}

/** Words for the log. */
export async function followPages(run: Interpreter, step: StepNamed<'paginate'>, number: number): Promise<string> {
  const { visit, dry, definition } = run.given;
  if (dry) return '';
  const block = blockBefore(definition.steps, number - 1);
  const seen = new Set([signature(run.rows)]);
  const addresses = new Set([visit.url()]);
  const next = toBrowserTargets(step.next);
  for (let page = 2; page <= step.max_pages; page++) {
    if (run.isEnough) return `${page - 1} pages, enough found`;
    if ((await visit.count(next)) === 0) return `${page - 1} pages, no more`;
    const before = visit.url();
    await visit.click(next);
    await visit.wait({ load: 'domcontentloaded' }, LOAD_MS);
    const rows = await rowsOfPage(run, block, { seen, before });
    const [mark, address] = [signature(rows), visit.url()];
    if (rows.length === 0) return `${page} pages, the last was empty`;
    if (seen.has(mark) || (address !== before && addresses.has(address)))
      return `${page - 1} pages, then one came again`;
    seen.add(mark);
    addresses.add(address);
    run.rows.push(...rows);
  }
  return `${step.max_pages} pages, as many as are allowed`;
}

function blockBefore(steps: readonly Step[], end: number): Block {
  let first = end;
  while (first > 0 && LOOKS.has((steps[first - 1] as Step).do)) first -= 1;
  return { first, steps: steps.slice(first, end) };
}

interface Known {
  readonly seen: ReadonlySet<string>;
  readonly before: string;
}

async function rowsOfPage(run: Interpreter, { first, steps }: Block, { seen, before }: Known): Promise<Row[]> {
  const { visit } = run.given;
  for (let i = 1; ; i++) {
    const from = run.rows.length;
    for (const [offset, step] of steps.entries()) await run.step(step, first + offset + 1);
    const rows = run.rows.splice(from);
    const isLate = seen.has(signature(rows)) && visit.url() === before;
    if (!isLate || i === LATE_TIMES) return rows;
    await visit.wait({ ms: LATE_MS }, LOAD_MS);
  }
}

function signature(rows: readonly Row[]): string {
  return JSON.stringify(rows);
}
