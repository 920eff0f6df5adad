/**
 * `node evals/headings.ts FOLDER PACK:SIZE…`: what it gains to embed a passage under the headings that it stands below. The first
 * line of each text of a pack is its title; the texts become documents in passages of SIZE tokens, so that most passages do not
 * have the title themselves. Everything is found by the whole search, once with the headings and once with them taken off
 * before the model sees them.
 */
import path from 'node:path';
import { createApp } from '@zapomni/core';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { openTestDeps } from '@zapomni/testkit/deps';
import { score, type Metric } from './lib/metrics.ts';
import { readPack, type Pack } from './lib/pack.ts';
import { writeRecord } from './lib/results-file.ts';
import { mean, pairedPValue } from './lib/statistics.ts';

const OUT = path.join(import.meta.dirname, 'results', 'headings.json');
const METRICS: readonly Metric[] = ['ndcg@10', 'recall@5', 'recall@10'];
const MOST_DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 700);
const MOST_QUESTIONS = 250;
const logger: Logger = { log: () => undefined, child: () => logger };

interface Titled {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** All that answer a question, and others up to so many. */
function chosen({ memories, questions }: Pack): { documents: Titled[]; questions: Pack['questions'] } {
  const answered = questions.filter(({ rel }) => Object.keys(rel).length > 0);
  const step = Math.ceil(answered.length / MOST_QUESTIONS);
  const asked = answered.filter((_, i) => i % step === 0);
  const needed = new Set(asked.flatMap(({ rel }) => Object.keys(rel)));
  const others = memories.filter(({ id }) => !needed.has(id)).slice(0, Math.max(0, MOST_DOCUMENTS - needed.size));
  const documents = [...memories.filter(({ id }) => needed.has(id)), ...others].map(toTitled);
  return { documents, questions: asked };
}

/** Without what Markdown would take for its own. */
function toTitled({ id, text }: Pack['memories'][number]): Titled {
  const plain = (words: string): string =>
    words
      .replaceAll(/[#*_`<>[\]|~\\]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const [first = '', ...rest] = text.split('\n');
  const [title, body] = [plain(first), plain(rest.join(' '))];
  return { id, title, body: body.startsWith(title) ? body.slice(title.length).trim() : body };
}

/** Takes off the line that was put before a passage; one that begins with its own heading has a blank line behind it. */
function bare(embedder: Embedder, title: () => string): Embedder {
  const embed: Embedder['embed'] = (texts, options) =>
    embedder.embed(
      texts.map((text) => {
        const line = `${title()}\n`;
        return options.role === 'passage' && text.startsWith(line) && text[line.length] !== '\n'
          ? text.slice(line.length)
          : text;
      }),
      options,
    );
  return new Proxy(embedder, { get: (of, name) => (name === 'embed' ? embed : Reflect.get(of, name, of)) });
}

async function measure(pack: Pack, size: string, withHeadings: boolean): Promise<Map<Metric, number[]>> {
  const { documents, questions } = chosen(pack);
  const model = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 2, logger });
  let title = '';
  const embedder = withHeadings ? model : bare(model, () => title);
  const settings = { chunk_size: size, chunk_overlap: String(Math.round(Number(size) / 10)), embed_wait_ms: '600000' };
  const { deps, close } = openTestDeps({ embedder, settings: { ...settings, search_wait_ms: '60000', graph: 'off' } });
  const app = createApp(deps);
  const names = new Map<string, string>();
  for (const document of documents) {
    ({ title } = document);
    const text = `# ${title}\n\n${document.body || '-'}`;
    const asked = { workspace: 'default', client: 'eval', name: `${document.id.replaceAll('/', '-')}.md` };
    const { document: kept, embedded } = await app.documents.add({ ...asked, text });
    if (!embedded) throw new Error(`${document.id} was not embedded.`);
    names.set(kept.value.memory ?? '', document.id);
  }
  const scores = new Map(METRICS.map((metric): [Metric, number[]] => [metric, []]));
  for (const { text, rel } of questions) {
    const { hits } = await app.search.run({ workspaces: ['default'], query: text, limit: 10 });
    const ranked = hits.map(({ memory }) => names.get(memory.id) ?? '');
    for (const metric of METRICS) scores.get(metric)?.push(score(metric, ranked, rel));
  }
  await app.close();
  await close();
  await model.close();
  return scores;
}

const [folder = '', ...asked] = process.argv.slice(2);
const results: object[] = [];
for (const one of asked) {
  const [name = '', size = ''] = one.split(':');
  const pack = readPack(path.join(folder, name), { now: new Date() });
  const [without, under] = [await measure(pack, size, false), await measure(pack, size, true)];
  const { documents, questions } = chosen(pack);
  const figures = METRICS.map((metric) => {
    const [before = [], after = []] = [without.get(metric), under.get(metric)];
    return { metric, without: mean(before), under: mean(after), p: pairedPValue(after, before) };
  });
  results.push({ pack: name, size: Number(size), documents: documents.length, questions: questions.length, figures });
  console.log(name, size, documents.length, questions.length, figures);
  writeRecord(OUT, `node evals/headings.ts <folder> ${asked.join(' ')}`, { results });
}
