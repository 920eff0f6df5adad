/** Texts whose names, or relations, were marked by people: `extras/ner-*.jsonl` and `extras/relations-*.jsonl` of a folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const nerRow = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.array(z.object({ text: z.string(), type: z.string() })),
});
const relationRow = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.array(z.object({ names: z.array(z.string()), type: z.string() })),
  relations: z.array(z.object({ h: z.number(), t: z.number(), label: z.string() })),
});

export type NerRow = z.infer<typeof nerRow>;
export type RelationRow = z.infer<typeof relationRow>;

export type GoldSet = { readonly name: string; readonly file: string; readonly scorer: string } & (
  | { readonly kind: 'ner'; readonly rows: readonly NerRow[] }
  | { readonly kind: 'relations'; readonly rows: readonly RelationRow[] }
);

/** In the folders that also bring the scorer, `harness/score-extras.mjs`. */
export function findGoldSets(roots: readonly string[]): GoldSet[] {
  return roots.flatMap((root) => {
    const [folder, scorer] = [path.join(root, 'extras'), path.join(root, 'harness', 'score-extras.mjs')];
    if (!existsSync(folder) || !existsSync(scorer)) return [];
    return readdirSync(folder)
      .sort()
      .flatMap((file) => readSet(path.join(folder, file), scorer));
  });
}

function readSet(file: string, scorer: string): GoldSet[] {
  const name = path.basename(file, '.jsonl');
  if (!file.endsWith('.jsonl')) return [];
  if (name.startsWith('ner-')) return [{ name, file, scorer, kind: 'ner', rows: readRows(file, nerRow) }];
  if (!name.startsWith('relations-')) return [];
  return [{ name, file, scorer, kind: 'relations', rows: readRows(file, relationRow) }];
}

function readRows<Row>(file: string, schema: z.ZodType<Row>): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)));
}
