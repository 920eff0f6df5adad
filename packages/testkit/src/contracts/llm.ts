/** What every language model must do, whatever the endpoint behind it does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Llm, LlmRequest } from '@zapomni/core/ports';
import { ModelEndpoint, type Misbehaviour } from '../model-endpoint/index.ts';
import { failureOf } from './endpoint-failure.ts';
import { verifies } from '../verifies.ts';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

export interface LlmSettings {
  readonly model: string;
  readonly url: string;
  readonly key?: string;
  readonly timeoutMs: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
}

export type OpenLlm = (settings: LlmSettings) => Llm;

const SCHEMA = {
  type: 'object',
  properties: { names: { type: 'array', items: { type: 'string' } } },
  required: ['names'],
  additionalProperties: false,
};

export function llmContract(name: string, open: OpenLlm): void {
  describe(`llm contract: ${name}`, () => {
    let endpoint: ModelEndpoint;
    let llm: Llm;
    let waited: number[];
    const opened = (settings: Partial<LlmSettings> = {}) =>
      open({
        model: 'qwen2.5',
        url: endpoint.url,
        timeoutMs: 30_000,
        pause: async (ms) => void waited.push(ms),
        random: () => 0,
        ...settings,
      });
    const ask = (rest: Partial<LlmRequest> = {}) =>
      llm.answer({
        system: 'You read texts.',
        prompt: 'Anna met Boris.',
        schema: SCHEMA,
        schemaName: 'reading',
        maxTokens: 500,
        ...rest,
      });

    beforeEach(async () => {
      endpoint = await ModelEndpoint.start({ say: () => ({ content: '{"names":["Anna","Boris"]}' }) });
      waited = [];
      llm = opened();
    });
    afterEach(async () => {
      await llm.close();
      await endpoint.close();
    });
    const failure = (call: Promise<unknown>) => failureOf(call, endpoint);

    it('connects to nothing before it is asked', async () => {
      expect(llm.name).toMatch(/^\S+\/qwen2\.5$/);
      expect(await endpoint.connections()).toBe(0);
    });

    it('answers in JSON, with what it cost', async () => {
      expect(await ask()).toEqual({ value: { names: ['Anna', 'Boris'] }, inputTokens: 31, outputTokens: 7 });
    });

    it('is told who it is, what to read, in which form to answer and how long', async () => {
      await ask();
      const [{ body } = { body: {} }] = endpoint.requests;
      expect(body.messages).toEqual([
        { role: 'system', content: 'You read texts.' },
        { role: 'user', content: 'Anna met Boris.' },
      ]);
      expect(body.model).toBe('qwen2.5');
      expect(JSON.stringify(body)).toContain(JSON.stringify(SCHEMA));
      expect(JSON.stringify(body)).toContain('500');
    });

    it('takes JSON in a fence for JSON', async () => {
      endpoint.say = () => ({ content: '```json\n{"names":[]}\n```' });
      expect((await ask()).value).toEqual({ names: [] });
    });

    it.each([
      ['prose', 'The names are secret.'],
      ['half of it', '{"names":["Anna"'],
      ['nothing', ''],
      ['null', null],
    ])('takes no %s for an answer', async (_, content) => {
      endpoint.say = () => ({ content });
      const { code, message } = await failure(ask());
      expect(code).toBe('MODEL_UNAVAILABLE');
      expect(message).toContain('JSON');
      expect(waited).toEqual([]);
    });

    it('takes no answer that was cut off, whole as it may look', async () => {
      endpoint.say = () => ({ content: '{"names":["Anna"]}', finished: 'length' });
      const { code, message } = await failure(ask());
      expect({ code, cut: message.includes('cut off') }).toEqual({ code: 'MODEL_UNAVAILABLE', cut: true });
    });

    it('tries again what fails for reasons that pass, and waits as long as it is asked to', async () => {
      endpoint.next({ status: 503 }, 'cuts', { status: 429, headers: { 'retry-after': '9' } });
      expect(await ask()).toHaveProperty('value');
      expect(waited).toEqual([1000, 2000, 9000]);
      endpoint.next({ status: 429, headers: { 'retry-after': '600' } });
      expect(await failure(ask())).toMatchObject({ code: 'MODEL_UNAVAILABLE', retryAfterMs: 600_000 });
    });

    it('gives up after the third time', async () => {
      endpoint.always = 'drops';
      expect((await failure(ask())).code).toBe('MODEL_UNAVAILABLE');
      expect(waited).toEqual([1000, 2000, 4000]);
    });

    it('says how to get a model that is not there', async () => {
      endpoint.models.clear();
      const { code, hint } = await failure(ask());
      expect(code).toBe('MODEL_UNAVAILABLE');
      expect(hint).toMatch(/ollama pull qwen2\.5|ZAPOMNI_LLM_MODEL/);
    });

    it('sends its key, and says when the key is refused', async () => {
      await endpoint.close();
      endpoint = await ModelEndpoint.start({ key: 'k-secret' });
      const known = opened({ key: 'k-secret' });
      const stranger = opened();
      const request = { system: '', prompt: 'x', schema: SCHEMA, schemaName: 'x', maxTokens: 5 };
      expect(await known.answer(request)).toHaveProperty('value');
      expect((await failure(stranger.answer(request))).hint).toContain('ZAPOMNI_LLM_KEY');
      await Promise.all([known.close(), stranger.close()]);
    });

    it.each<Misbehaviour>(['babbles', 'mumbles', 'boasts', 'floods'])('fails at once when it %s', async (how) => {
      endpoint.always = how;
      expect((await failure(ask())).code).toBe('MODEL_UNAVAILABLE');
      expect(waited).toEqual([]);
    });

    it('says TIMEOUT when its time is over', async () => {
      endpoint.always = 'hangs';
      llm = opened({ timeoutMs: 20 });
      expect((await failure(ask())).code).toBe('TIMEOUT');
      expect(waited).toEqual([]);
    });

    it('lets go of a call when it is cancelled, and of all when it closes', async () => {
      endpoint.always = 'hangs';
      const controller = new AbortController();
      const [one, other] = [ask({ signal: controller.signal }), ask()];
      await expect.poll(() => endpoint.requests.length, SOON).toBe(2);
      controller.abort();
      expect((await failure(one)).code).toBe('CANCELLED');
      await llm.close();
      expect((await failure(other)).code).toBe('CANCELLED');
      expect((await failure(ask())).code).toBe('CANCELLED');
      await expect.poll(() => endpoint.connections(), SOON).toBe(0);
    });

    it('uses the model that it was given', async () => {
      verifies('D026');
      endpoint.models.add('llama3.2:3b');
      llm = opened({ model: 'llama3.2:3b' });
      await ask();
      expect(llm.name).toMatch(/\/llama3\.2:3b$/);
      expect(endpoint.requests[0]?.body.model).toBe('llama3.2:3b');
    });
  });
}
