/** The repositories that questions and issues are about, as folders: named `owner+name@` and the first eight digits of the commit. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const question = z.object({
  id: z.string(),
  repo: z.string(),
  rev: z.string(),
  root: z.string(),
  category: z.string(),
  query: z.string(),
  gold: z.array(z.string()).min(1),
});

export type Question = z.output<typeof question>;

export interface Asked {
  readonly repository: string;
  readonly folder: string;
  readonly questions: readonly Question[];
}

const DIGITS = 8;

/** Those of a file whose repository is there, or so many of them, evenly; how many are left out. */
export function readQuestions(file: string, folder: string, sample?: number): { asked: Asked[]; missing: number } {
  if (!existsSync(file)) return { asked: [], missing: 0 };
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => question.parse(JSON.parse(line)));
  const there = all.filter((one) => existsSync(path.join(folder, folderOf(one))));
  const step = sample === undefined ? 1 : Math.max(1, there.length / sample);
  const chosen = there.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const asked = [...Map.groupBy(chosen, folderOf)].map(([name, questions]): Asked => {
    return { repository: questions[0]?.repo ?? name, folder: path.join(folder, name), questions };
  });
  return { asked, missing: all.length - chosen.length };
}

function folderOf({ repo, rev }: Question): string {
  return `${repo.replace('/', '+')}@${rev.slice(0, DIGITS)}`;
}
