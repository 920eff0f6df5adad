/**
 * 10,000 entries of BibTeX with abstracts, accents and names of every form, read in a process of its own beside citation-js
 * (`ZAPOMNI_BENCH_CITATION_JS` names the folder in which `@citation-js/core` and `@citation-js/plugin-bibtex` are installed): processor
 * time, memory, how long anything else had to wait, and whether every entry was found.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { sentenceMaker } from './lib/corpus.ts';
import { round, spread } from './lib/figures.ts';

const ENTRIES = 10_000;
const ROUNDS = 3;
const WORDS = 150;
const GOAL = { cpuOfCitationJs: 3, maxRssMb: 300 };
const lib = join(import.meta.dirname, 'lib');

const saidSchema = z.object({
  entries: z.number(),
  titled: z.number(),
  cpuMs: z.number(),
  maxRssMb: z.number(),
  blockedMs: z.object({ p99: z.number(), max: z.number() }).optional(),
});

export async function benchResearchBibtex() {
  const home = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  try {
    const file = join(home, 'library.bib');
    const text = makeBibtex();
    writeFileSync(file, text);
    const other = process.env['ZAPOMNI_BENCH_CITATION_JS'];
    const [ours, theirs]: [Said[], Said[]] = [[], []];
    // In turns, so that whatever else the machine does falls on both alike.
    for (let turn = 0; turn < ROUNDS; turn++) {
      ours.push(run([join(lib, 'bibtex-process.ts'), file]));
      if (other !== undefined) theirs.push(run([join(lib, 'citation-js-process.mjs'), other, file]));
    }
    return { entries: ENTRIES, bytes: Buffer.byteLength(text), goal: GOAL, ...compare(ours, theirs) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

type Said = z.output<typeof saidSchema>;

function run(args: readonly string[]): Said {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args[0]} failed: ${stderr.slice(0, 1000)}`);
  return saidSchema.parse(JSON.parse(stdout));
}

function compare(ours: readonly Said[], theirs: readonly Said[]) {
  const mine = summary(ours);
  const blockedMs = {
    p99: round(Math.max(...ours.map(({ blockedMs: blocked }) => blocked?.p99 ?? 0)), 1),
    max: round(Math.max(...ours.map(({ blockedMs: blocked }) => blocked?.max ?? 0)), 1),
  };
  if (theirs.length === 0) return { ours: { ...mine, blockedMs }, citationJs: 'ZAPOMNI_BENCH_CITATION_JS is not set' };
  const citationJs = summary(theirs);
  const ratio = round(mine.cpuMs.p50 / citationJs.cpuMs.p50);
  const isMet = {
    cpu: ratio <= GOAL.cpuOfCitationJs,
    memory: mine.maxRssMb <= GOAL.maxRssMb,
    whole: ours.every(({ entries, titled }) => entries === ENTRIES && titled === ENTRIES),
  };
  return { ours: { ...mine, blockedMs }, citationJs, cpuOfCitationJs: ratio, isMet };
}

function summary(said: readonly Said[]) {
  return {
    found: Math.min(...said.map(({ entries }) => entries)),
    withTitleAndAuthors: Math.min(...said.map(({ titled }) => titled)),
    cpuMs: spread(said.map(({ cpuMs }) => cpuMs)),
    maxRssMb: round(Math.max(...said.map(({ maxRssMb }) => maxRssMb)), 0),
  };
}

const NAMES = [
  String.raw`M{\"u}ller, J{\"o}rg and van der Berg, Anna`,
  'Ludwig van Beethoven and Ada Lovelace',
  'Smith, Jr., John A. and {World Health Organization}',
  String.raw`\'{A}lvarez, Mar\'ia and Dvo\v{r}{\'a}k, Anton\'in and others`,
];

/** The same text every time. */
function makeBibtex(): string {
  const sentence = sentenceMaker(7);
  const entries = Array.from({ length: ENTRIES }, (_, i) => {
    const title = sentence(9).replace(/(\w+)(?=\W*$)/, '{$1}');
    return `@article{key${i},
  author = {${NAMES[i % NAMES.length]}},
  title = {${title} \\& {NASA}},
  journal = jour,
  year = ${1980 + (i % 45)},
  month = mar,
  volume = {${i % 90}},
  number = "${i % 12}",
  pages = {${i}--${i + 9}},
  doi = {10.1000/xyz.${i}},
  keywords = {one, two, three},
  abstract = {${sentence(WORDS)} {\\it in vitro} 50\\% of $\\alpha$.}
}
`;
  });
  return `@string{jour = "Journal of " # {Things}}\n${entries.join('\n')}`;
}
