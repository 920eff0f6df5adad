/**
 * Chooses another model, for this store and every process of it that is not set up otherwise. Checked first: a model that
 * cannot be used changes nothing.
 */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { MODEL_PATTERN, type EmbedderChoice, type LlmChoice } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import { within } from '../within.ts';
import { BUILTIN, CHOSEN_EMBEDDER, CHOSEN_LLM, configuredLlm, wordsOf } from './choices.ts';
import { chosenLlm } from './chosen-llm.ts';
import type { EmbeddingModels } from './embedding-models.ts';
import { wholeName } from './vectors-in-use.ts';

export interface ModelChange {
  /** As vectors and reports name it; `none` for no language model. */
  readonly model: string;
  readonly previous: string;
  /** Of an embedding model: how long its vectors are, and how many passages wait for one. */
  readonly dimensions?: number;
  readonly pending?: number;
  /** The work that embeds them. */
  readonly taskId?: string;
  readonly warning?: string;
}

const CHECK_MS = 10_000;
/** Such models of Ollama's run on other people's machines. */
const ELSEWHERE = /[:-]cloud$/;
const PROBE = 'The quick brown fox jumps over the lazy dog.';

export async function setEmbedder(
  deps: Deps,
  { models, backlog }: { readonly models: EmbeddingModels; readonly backlog: EmbeddingBacklog },
  wanted: EmbedderChoice,
  signal?: AbortSignal,
): Promise<ModelChange> {
  const choice = wanted.provider === 'builtin' ? BUILTIN : wanted;
  checkChoice(choice, { setting: 'ZAPOMNI_EMBEDDER', says: models.configured });
  requireOpener(deps);
  await models.look();
  const previous = models.target.model.name;
  const embedder = models.open(choice);
  embedder.expected = 0;
  // A question, because passages may be answered from what is kept.
  await embedder.embed([PROBE], { role: 'query', ...(signal ? { signal } : {}) });
  const { name, dimensions } = embedder.model;
  await forgetOtherLength(deps, name, dimensions);
  await deps.storage.settings.set(CHOSEN_EMBEDDER, wordsOf(choice));
  await models.look();
  const pending = await deps.storage.embeddings.pending(name);
  const { id: taskId } = await backlog.start();
  deps.logger.log('info', 'embedding_model_chosen', { model: name, previous, dimensions });
  return { model: name, previous, dimensions, pending, taskId };
}

/** The provider has another model under the same name by now: what the old one left is of no use. */
async function forgetOtherLength({ storage }: Deps, name: string, dimensions: number): Promise<void> {
  const known = (await storage.vectors.models()).find(({ model }) => model === name);
  if (!known || known.dimensions === dimensions) return;
  await storage.settings.set(wholeName(name), null);
  while ((await storage.vectors.forget(name)) > 0);
}

export async function setLlm(deps: Deps, choice: LlmChoice, signal?: AbortSignal): Promise<ModelChange> {
  checkChoice(choice, { setting: 'ZAPOMNI_LLM', says: configuredLlm(deps.config) });
  const { storage, config } = deps;
  const before = await chosenLlm({ config, settings: storage.settings });
  const { model, warning } = await findLlm(requireOpener(deps), choice, signal);
  await storage.settings.set(CHOSEN_LLM, wordsOf({ ...choice, model }));
  deps.logger.log('info', 'language_model_chosen', { provider: choice.provider, model });
  const nameOf = (one: LlmChoice) => (one.provider === 'none' ? 'none' : `${one.provider}/${one.model}`);
  return { model: nameOf({ ...choice, model }), previous: nameOf(before), ...(warning ? { warning } : {}) };
}

/** Under the name given, or with the tag that the provider has it under. One that does not answer may be away for a while. */
async function findLlm(
  opener: NonNullable<Deps['models']>,
  { provider, model }: LlmChoice,
  signal?: AbortSignal,
): Promise<{ model: string; warning?: string }> {
  if (provider === 'none') return { model: '' };
  // Throws when this process does not know where the provider is.
  await opener.openLlm({ provider, model }).close();
  const names = await within(
    opener.listLlms(provider, signal).catch(() => null),
    CHECK_MS,
  );
  if (names === null) return { model, warning: 'The provider does not answer; the model was not checked.' };
  const found = [model, `${model}:latest`].find((name) => names.includes(name)) ?? sameBase(model, names);
  if (found !== undefined) return { model: found.replace(/:latest$/, '') };
  if (provider === 'openai')
    return { model, warning: 'The endpoint does not list this model; it was chosen all the same.' };
  throw new ZapomniError('NOT_FOUND', 'model: the provider does not have it.', {
    hint: `\`ollama pull ${model}\``,
    issues: [{ field: 'model', error: 'not found' }],
  });
}

function sameBase(model: string, names: readonly string[]): string | undefined {
  return model.includes(':')
    ? undefined
    : names.find((name) => name.startsWith(`${model}:`) && MODEL_PATTERN.test(name));
}

type Choice = EmbedderChoice | LlmChoice;

/** What the settings say may be said once more: it is checked again then. */
function checkChoice(choice: Choice, settings: { readonly setting: string; readonly says: Choice | null }): void {
  const { provider, model } = choice;
  if (settings.says && wordsOf(settings.says) !== wordsOf(choice)) {
    throw new ZapomniError('CONFLICT', `The model is fixed by a setting of this process (${settings.setting}).`, {
      hint: 'Change that setting and restart, or remove it to choose here.',
    });
  }
  if (provider === 'builtin' || provider === 'none') return;
  if (!MODEL_PATTERN.test(model)) throw invalidField('model', 'is not a name of a model');
  if (provider === 'ollama' && ELSEWHERE.test(model)) {
    throw new ZapomniError('FORBIDDEN', 'model: runs on other machines, so what is remembered would leave this one.', {
      hint: 'If that is wanted, say so in the settings (ZAPOMNI_LLM_MODEL).',
    });
  }
}

function requireOpener({ models }: Deps): NonNullable<Deps['models']> {
  if (models) return models;
  throw new ZapomniError('CONFLICT', 'This process has one model and cannot change it.');
}
