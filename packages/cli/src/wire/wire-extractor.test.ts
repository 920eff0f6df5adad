/** The graph as the composition root wires it: read offline, and by a language model behind an endpoint. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import { condition } from '@zapomni/testkit/condition';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wireApp } from './wire.ts';

const TEXT = 'Marie Curie was born in Warsaw. Later she worked at the University of Paris.';

describe('the extractor that is wired', () => {
  let endpoint: ModelEndpoint;
  let dataDir: string;
  let app: App | undefined;
  beforeAll(async () => {
    endpoint = await ModelEndpoint.start();
  });
  afterAll(() => endpoint.close());
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'zapomni-test-'));
    endpoint.requests.length = 0;
  });
  afterEach(async () => {
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (settings: Record<string, string> = {}, texts = [TEXT]) => {
    const config = parseConfig({ data_dir: dataDir, ollama_url: endpoint.url, ...settings });
    const wired = wireApp(config, createRecordingLogger(), createFakeEmbedder());
    app = wired;
    await wired.memories.add({ workspace: 'default', drafts: texts.map((text) => ({ text })), batch: true });
    await wired.resume();
    await condition(async () => (await wired.store.stats('default')).pendingReadings === 0);
    return wired;
  };
  const relatedTo = async (wired: App, entity: string) => {
    const { related } = await wired.graph.related({ workspace: 'default', entity, depth: 1 });
    return related.map(({ path, entity: { name } }) => `${path[0]?.type} ${name}`);
  };
  const say = (entities: string[], relations: string[][]) => {
    endpoint.say = () => ({
      content: JSON.stringify({
        entities: entities.map((name) => ({ name, type: 'thing', aliases: [] })),
        relations: relations.map(([source, type, target]) => ({ source, type, target, since: null, until: null })),
      }),
    });
  };

  it('reads offline unless told otherwise, and asks nobody', async () => {
    verifies('D013');
    const wired = await read();
    expect((await wired.graph.status('default')).extractor).toMatch(/^builtin/);
    expect(await relatedTo(wired, 'Marie Curie')).toContain('BORN_IN Warsaw');
    expect(endpoint.requests).toEqual([]);
  });

  it('reads with the language model when told to', async () => {
    verifies('P039');
    say(['Marie Curie', 'Warsaw'], [['Marie Curie', 'left', 'Warsaw']]);
    const wired = await read({ extractor: 'llm', llm: 'ollama' });
    expect(await relatedTo(wired, 'Marie Curie')).toEqual(['LEFT Warsaw']);
    expect(endpoint.requests.map(({ path }) => path)).toEqual(['/api/chat']);
    expect((await wired.graph.status('default')).extractor).toMatch(/^llm/);
  });

  it('never makes part of a query of what the model says', async () => {
    verifies('D014');
    const evil = "x']->() DETACH DELETE n //";
    say(['Marie Curie', 'Warsaw'], [['Marie Curie', evil, 'Warsaw']]);
    const wired = await read({ extractor: 'llm', llm: 'ollama' });
    expect(await relatedTo(wired, 'Marie Curie')).toEqual(['X_DETACH_DELETE_N Warsaw']);
  });

  it('reads offline what the model cannot, or may not, read', async () => {
    endpoint.say = () => ({ content: 'no JSON at all' });
    const wired = await read({ extractor: 'llm', llm: 'ollama' });
    expect(await relatedTo(wired, 'Marie Curie')).toContain('BORN_IN Warsaw');
  });

  it('asks no more often than it may', async () => {
    say(['Marie Curie'], []);
    const texts = Array.from({ length: 5 }, (_, i) => `${i}: ${TEXT}`);
    await read({ extractor: 'llm', llm: 'ollama', extractor_max_calls: '2' }, texts);
    expect(endpoint.requests).toHaveLength(2);
  });

  it('reads offline while no language model is chosen', async () => {
    const wired = await read({ extractor: 'llm' });
    expect(await relatedTo(wired, 'Marie Curie')).toContain('BORN_IN Warsaw');
    expect(endpoint.requests).toEqual([]);
  });
});
