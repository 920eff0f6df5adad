/**
 * A stub in place of a language model: an endpoint on loopback that knows the gold and says it, with some nonsense mixed in.
 * What its figures fall short of 1 by is what the way from the text to the extraction loses; they say nothing of a model.
 */
import { createLlmExtractor } from '@zapomni/core/graph';
import type { Extractor, Logger } from '@zapomni/core/ports';
import { createOpenaiLlm } from '@zapomni/providers/llm';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import type { GoldSet } from './gold.ts';

export interface StubReader {
  readonly extractor: Extractor;
  /** How often the endpoint was asked. */
  calls(): number;
  close(): Promise<void>;
}

const MODEL = 'stub';
/** One of each kind of what a model may not say. */
const NONSENSE = {
  entities: [{ name: 'Nobody Ofthis Text', type: 'person', aliases: [] }],
  relations: [{ source: 'Nobody Ofthis Text', type: 'KNOWS', target: 'Nobody Else', since: null, until: null }],
};

export async function openStubReader(set: GoldSet, logger: Logger): Promise<StubReader> {
  const answers = new Map(answersOf(set));
  const say = ({ messages }: { messages: { content: string }[] }) => {
    const text = /<text>\n([^]*)\n<\/text>/u.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
    return { content: JSON.stringify(answers.get(text) ?? { entities: [], relations: [] }) };
  };
  const endpoint = await ModelEndpoint.start({ say, models: [MODEL] });
  const llm = createOpenaiLlm({ model: MODEL, url: `${endpoint.url}/v1`, timeoutMs: 30_000 });
  const clock = { now: () => Date.now() };
  const extractor = createLlmExtractor({ llm, clock, logger, callsPerMinute: Infinity, pieceTokens: 100_000 });
  return {
    extractor,
    calls: () => endpoint.requests.length,
    async close() {
      await extractor.close();
      await llm.close();
      await endpoint.close();
    },
  };
}

function answersOf(set: GoldSet): [string, unknown][] {
  if (set.kind === 'ner') {
    return set.rows.map(({ text, entities }) => [
      text.trim(),
      { entities: [...entities.map((entity) => named([entity.text])), ...NONSENSE.entities], relations: [] },
    ]);
  }
  return set.rows.map(({ text, entities, relations }) => {
    const said = relations.map(({ h, t, label }) => ({
      source: entities[h]?.names[0],
      type: label,
      target: entities[t]?.names[0],
      since: null,
      until: null,
    }));
    const names = entities.map((entity) => named(entity.names));
    return [text.trim(), { entities: [...names, ...NONSENSE.entities], relations: [...said, ...NONSENSE.relations] }];
  });
}

function named([name = '', ...aliases]: readonly string[]) {
  return { name, type: 'concept', aliases };
}
