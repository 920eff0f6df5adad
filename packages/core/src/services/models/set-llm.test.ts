import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { createFakeEmbedder, createFakeModelOpener, type FakeModelOpener } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';
import { createChosenLlm } from './chosen-llm.ts';

let store: FilledStore;
let models: FakeModelOpener;
afterEach(() => store.close());

function open(settings: Readonly<Record<string, string>> = {}) {
  models = createFakeModelOpener({ builtin: createFakeEmbedder() });
  models.llms = ['qwen2.5:latest', 'llama3.2:3b'];
  store = openFilledStore({ models, settings });
  const { config, storage } = store.deps;
  return createChosenLlm({ config, settings: storage.settings, models });
}
const request = { system: '', prompt: '', schema: {}, schemaName: 'x', maxTokens: 1 };
const by = async (llm: ReturnType<typeof open>) => ((await llm.answer(request)).value as { by: string }).by;
const set = (model: string, provider: 'ollama' | 'openai' = 'ollama') => store.app.models.setLlm({ provider, model });

describe('choosing a language model', () => {
  it('takes effect with the next question, without a restart', async () => {
    verifies('P023');
    const llm = open();
    expect(llm.name).toBe('none');
    await expect(llm.answer(request)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'No language model is set up.',
    });
    expect(await set('qwen2.5')).toEqual({ model: 'ollama/qwen2.5', previous: 'none' });
    expect(await by(llm)).toBe('ollama/qwen2.5');
    expect(await set('llama3.2:3b')).toMatchObject({ previous: 'ollama/qwen2.5' });
    expect(await by(llm)).toBe('ollama/llama3.2:3b');
    expect(llm.name).toBe('ollama/llama3.2:3b');
    await store.app.models.setLlm({ provider: 'none', model: '' });
    await expect(llm.answer(request)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await llm.close();
  });

  it('finds a model by its base name', async () => {
    verifies('P023');
    const llm = open();
    expect(await set('llama3.2')).toMatchObject({ model: 'ollama/llama3.2:3b' });
    expect(await by(llm)).toBe('ollama/llama3.2:3b');
  });

  it('refuses one that the provider does not have, and says how to get it', async () => {
    open();
    await expect(set('mistral')).rejects.toMatchObject({ code: 'NOT_FOUND', hint: '`ollama pull mistral`' });
    expect((await store.app.models.report()).llm.choice.provider).toBe('none');
  });

  it('trusts the caller when the provider does not answer, with a word of warning', async () => {
    verifies('P023');
    open();
    models.llms = null;
    expect(await set('mistral')).toMatchObject({
      model: 'ollama/mistral',
      warning: expect.stringContaining('does not answer') as string,
    });
    models.llms = [];
    expect(await set('any-name', 'openai')).toMatchObject({ warning: expect.any(String) as string });
  });

  it('leaves a model that the settings name as it is', async () => {
    verifies('D026');
    const llm = open({ llm_model: 'qwen3' });
    expect(llm.name).toBe('ollama/qwen3');
    expect(await by(llm)).toBe('ollama/qwen3');
    await expect(set('llama3.2')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await store.app.models.report()).llm).toEqual({
      choice: { provider: 'ollama', model: 'qwen3' },
      fixed: true,
    });
  });

  it('asks for no model that runs on other machines', async () => {
    open();
    await expect(set('gpt-oss:120b-cloud')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(set('--help')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
