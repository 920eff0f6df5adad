/** The command line of `npm run eval`. */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { BUILT_COMMAND } from '../../scripts/build/built-command.ts';

export const USAGE = `npm run eval -- --data <folder>[,<folder>] and/or --own

  --data <folders>   folders that hold packs, by comma
  --own              the sets in evals/sets
  --extraction       instead: what is found of the names and relations in extras/ of the folders
  --code <folders>   instead: call graphs against the programs in the folders (calls-py.jsonl) and our own in evals/code
  --code-search <folder>  instead: places in code, against its questions.jsonl and issues.jsonl
  --repositories <folder> where the repositories of these are: folders owner+name@12345678
  --vectors          of small repositories also with half and with all of the vectors
  --code-real        instead: call graphs of packages that people use, against what is seen when they run
  --research <folder> instead: every set of papers and bibliographies in the folder; --out is then a folder
  --packs a,b        only these packs
  --sample N         only N questions of each pack, the same ones every time
  --apart            a store of its own for every group, instead of a workspace
  --falkordb         every pack also on a FalkorDB, started for it, and what the engine makes of the figures
  --cats             figures by category of question
  --ablate           what each stage of ranking is worth, and the graph (evals/stages.ts)
  --stages a,b       only these stages
  --out <file>       where the results go (default evals/results/latest.json)
  --scores           write the score of every question too
  --against <file>   compare with an earlier run that was written with --scores
  --models <folder>  the folder \`models\` of a data folder into which a model of other languages was installed
  --keep <folder>    keep embeddings there, so that the next run need not make them again
  --server <file>    another build than dist/zapomni.js`;

export interface Options {
  readonly roots: readonly string[];
  readonly extraction: boolean;
  readonly code: readonly string[] | undefined;
  readonly codeSearch:
    | { readonly folder: string; readonly repositories: string; readonly vectors: boolean }
    | undefined;
  readonly codeReal: boolean;
  readonly research: string | undefined;
  readonly packs: readonly string[] | undefined;
  readonly sample: number | undefined;
  readonly apart: boolean;
  readonly falkordb: boolean;
  readonly categories: boolean;
  readonly ablate: boolean;
  readonly stages: readonly string[] | undefined;
  readonly out: string;
  readonly scores: boolean;
  readonly against: string | undefined;
  readonly keep: string | undefined;
  readonly models: string | undefined;
  readonly server: string;
}

const evals = path.join(import.meta.dirname, '..');

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      own: { type: 'boolean', default: false },
      extraction: { type: 'boolean', default: false },
      code: { type: 'string' },
      'code-search': { type: 'string' },
      repositories: { type: 'string' },
      vectors: { type: 'boolean', default: false },
      'code-real': { type: 'boolean', default: false },
      research: { type: 'string' },
      packs: { type: 'string' },
      sample: { type: 'string' },
      apart: { type: 'boolean', default: false },
      falkordb: { type: 'boolean', default: false },
      cats: { type: 'boolean', default: false },
      ablate: { type: 'boolean', default: false },
      stages: { type: 'string' },
      out: { type: 'string' },
      scores: { type: 'boolean', default: false },
      against: { type: 'string' },
      keep: { type: 'string' },
      models: { type: 'string' },
      server: { type: 'string', default: BUILT_COMMAND },
    },
  });
  const roots = [...(byComma(values.data) ?? []), ...(values.own ? [path.join(evals, 'sets')] : [])];
  const code = byComma(values.code);
  const codeSearch = toCodeSearch(values['code-search'], values.repositories, values.vectors);
  const codeReal = values['code-real'];
  if (roots.length === 0 && !code && !codeSearch && !codeReal && values.research === undefined)
    throw new Error('Nothing to measure: give --data, --own, --code, --code-search, --code-real or --research.');
  return {
    roots,
    packs: byComma(values.packs),
    sample: values.sample === undefined ? undefined : toCount(values.sample),
    apart: values.apart,
    falkordb: values.falkordb,
    categories: values.cats,
    ablate: values.ablate || values.stages !== undefined,
    stages: byComma(values.stages),
    extraction: values.extraction,
    code,
    codeSearch,
    codeReal,
    research: values.research,
    out: values.out ?? outOf({ ...values, code, codeSearch, codeReal }),
    scores: values.scores,
    against: values.against,
    keep: values.keep,
    models: values.models,
    server: values.server,
  };
}

function toCodeSearch(
  folder: string | undefined,
  repositories: string | undefined,
  vectors: boolean,
): Options['codeSearch'] {
  if (folder === undefined) return undefined;
  if (repositories === undefined)
    throw new Error('--code-search needs --repositories, a folder with the repositories.');
  return { folder, repositories, vectors };
}

function outOf(suite: Suite & { readonly research?: string | undefined }): string {
  const results = path.join(evals, 'results');
  return suite.research === undefined ? path.join(results, `${resultsOf(suite)}.json`) : path.join(results, 'research');
}

type Suite = Pick<Options, 'code' | 'codeSearch' | 'codeReal' | 'extraction'>;

function resultsOf({ code, codeSearch, codeReal, extraction }: Suite): string {
  if (codeSearch) return 'code-search';
  if (codeReal) return 'code-real';
  return code ? 'code' : extraction ? 'extraction' : 'latest';
}

function byComma(text: string | undefined): string[] | undefined {
  return text?.split(',').filter(Boolean);
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--sample ${text}: a whole number from 1 is needed.`);
  return count;
}
