/** Which vectors a question is asked of: the language it is in decides, where a model of other languages is installed. */
import type { EmbeddingModels } from '../../models/embedding-models.ts';
import type { SizedEmbedder } from '../../models/sized-embedder.ts';
import type { SearchRequest } from '../search-request.ts';

export interface ChosenVectors {
  /** For the whole of the search. */
  readonly embedder: SizedEmbedder;
  /** Asked too, for what is not in the question's language. */
  readonly other?: SizedEmbedder;
}

export async function chooseVectors(
  models: EmbeddingModels,
  { query, workspaces }: Pick<SearchRequest, 'query' | 'workspaces'>,
): Promise<ChosenVectors> {
  const embedder = await models.forSearch();
  const { languages } = models;
  const beside = languages.beside(embedder);
  if (!beside || beside.state === 'failed' || !(await languages.isWhole(embedder))) return { embedder };
  if (!(await languages.isEnglish(query))) return { embedder: beside };
  const mixed = await Promise.all(workspaces.map((workspace) => languages.isMixed(workspace)));
  return mixed.includes(true) ? { embedder, other: beside } : { embedder };
}
