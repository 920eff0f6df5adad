/**
 * What models that others serve want to be told with a text. Most were trained on questions and passages with different
 * openings and find clearly less without them; no server adds these by itself.
 */
export interface ModelHabits {
  /** Put before a question, and before a passage. */
  readonly query: string;
  readonly passage: string;
  readonly maxTokens: number;
  /** Knows no language but English. */
  readonly english: boolean;
}

const PLAIN: ModelHabits = { query: '', passage: '', maxTokens: 8192, english: false };
const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** The first that fits counts. Names come with and without owner, tag, size and version. */
const FAMILIES: readonly (readonly [RegExp, Partial<ModelHabits>])[] = [
  [/nomic-embed-text-v2/, { query: 'search_query: ', passage: 'search_document: ', maxTokens: 512 }],
  [/nomic-embed-text/, { query: 'search_query: ', passage: 'search_document: ', maxTokens: 2048, english: true }],
  [
    /mxbai-embed|bge-(?:small|base|large)-en|arctic-embed(?!2|-\w+-v2)/,
    { query: REPRESENT, maxTokens: 512, english: true },
  ],
  [/arctic-embed/, { query: 'query: ' }],
  [/embeddinggemma/, { query: 'task: search result | query: ', passage: 'title: none | text: ', maxTokens: 2048 }],
  [/qwen3-embedding/, { query: INSTRUCT }],
  [/multilingual-e5-(?!large-instruct)/, { query: 'query: ', passage: 'passage: ', maxTokens: 512 }],
  [/(?:^|\/)e5-(?:small|base|large)/, { query: 'query: ', passage: 'passage: ', maxTokens: 512, english: true }],
  [/all-minilm/, { maxTokens: 256, english: true }],
];

/** Unknown models are given the text alone. */
export function habitsOf(model: string): ModelHabits {
  const name = model.toLowerCase();
  const [, habits = {}] = FAMILIES.find(([pattern]) => pattern.test(name)) ?? [];
  return { ...PLAIN, ...habits };
}
