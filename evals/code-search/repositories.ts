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

/** Those of a file whose repository is there; how many are not. */
export function readQuestions(file: string, folder: string): { asked: Asked[]; missing: number } {
  if (!existsSync(file)) return { asked: [], missing: 0 };
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => question.parse(JSON.parse(line)));
  const groups = Map.groupBy(all, ({ repo, rev }) => `${repo.replace('/', '+')}@${rev.slice(0, DIGITS)}`);
  const asked: Asked[] = [];
  for (const [name, questions] of groups) {
    const place = path.join(folder, name);
    if (existsSync(place)) asked.push({ repository: questions[0]?.repo ?? name, folder: place, questions });
  }
  return { asked, missing: all.length - asked.reduce((sum, one) => sum + one.questions.length, 0) };
}
