/** `npm run eval -- --code <folder>`: call graphs against those that others made and those that running our programs shows. */
import { createCodeParser } from '@zapomni/providers/parsers';
import type { Logger } from '@zapomni/core/ports';
import { ownSuite, readSuite, type GoldSuite } from './gold.ts';
import { byLinking, byName, readProgram } from './predict.ts';
import { f1, precision, recall, scoreProgram, sumUp, type Figures, type Scored } from './score.ts';

export interface CodeResult {
  readonly suite: string;
  readonly rows: readonly { readonly way: string; readonly category: string; readonly figures: Figures }[];
  /** Edges that are wrong or missed, by program. */
  readonly faults: readonly {
    readonly program: string;
    readonly wrong: readonly string[];
    readonly missed: readonly string[];
  }[];
}

const silent: Logger = { log: () => undefined, child: () => silent };

export async function evaluateCode(folders: readonly string[]): Promise<CodeResult[]> {
  const outside = folders.flatMap((folder) => {
    const suite = readSuite(folder, 'calls-py.jsonl');
    if (!suite) console.error(`${folder}: skipped, there is no calls-py.jsonl in it.`);
    return suite ? [suite] : [];
  });
  const parser = createCodeParser({ logger: silent, processes: 1 });
  try {
    const results: CodeResult[] = [];
    for (const suite of [...outside, ownSuite()]) results.push(await evaluateSuite(suite, parser));
    return results;
  } finally {
    await parser.close();
  }
}

async function evaluateSuite(
  { name, programs }: GoldSuite,
  parser: ReturnType<typeof createCodeParser>,
): Promise<CodeResult> {
  const [linked, named]: [Scored[], Scored[]] = [[], []];
  const faults: CodeResult['faults'][number][] = [];
  for (const program of programs) {
    const read = await readProgram(parser, program.files);
    const scored = scoreProgram(program, byLinking(read));
    linked.push(scored);
    named.push(scoreProgram(program, byName(read)));
    const { wrong, missed } = scored;
    if (wrong.length + missed.length > 0) faults.push({ program: program.id, wrong, missed });
  }
  const categories = [...new Set(linked.map(({ category }) => category))].sort();
  const rows = [
    { way: 'linked', category: 'all', figures: sumUp(linked) },
    { way: 'by name alone', category: 'all', figures: sumUp(named) },
    ...categories.map((category) => ({
      way: 'linked',
      category,
      figures: sumUp(linked.filter((one) => one.category === category)),
    })),
  ];
  return { suite: name, rows, faults };
}

export function codeTable(results: readonly CodeResult[]): string {
  const lines = [
    '| suite | way | category | programs | precision | recall | F1 |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: |',
  ];
  for (const { suite, rows } of results) {
    for (const { way, category, figures } of rows) {
      const shown = [precision(figures), recall(figures), f1(figures)].map((figure) => figure.toFixed(3));
      lines.push(`| ${[suite, way, category, figures.programs, ...shown].join(' | ')} |`);
    }
  }
  const faults = results.flatMap(({ suite, faults: all }) => all.map((fault) => ({ suite, ...fault })));
  for (const { suite, program, wrong, missed } of faults) {
    lines.push(
      `${suite} ${program}: ${[...wrong.map((edge) => `wrong ${edge}`), ...missed.map((edge) => `missed ${edge}`)].join('; ')}`,
    );
  }
  return lines.join('\n');
}
