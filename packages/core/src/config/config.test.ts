import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { ZapomniError } from '../errors/index.ts';
import { allowedSources, configFields, maskedConfig, parseConfig, sourceHosts } from './index.ts';

describe('configuration', () => {
  it('needs nothing but a data folder, which the command line finds', () => {
    verifies('R161');
    expect(parseConfig({ data_dir: '/data' })).toMatchObject({
      store: 'sqlite',
      workspace: 'default',
      log_level: 'info',
      request_timeout_seconds: 300,
    });
  });

  it('reads what flags and environment give: text', () => {
    expect(
      parseConfig({ data_dir: '/data', chunk_size: '100', weight_meaning: '0.25', log_level: 'WARNING' }),
    ).toMatchObject({ chunk_size: 100, weight_meaning: 0.25, log_level: 'warning' });
  });

  it('takes an empty value for none', () => {
    expect(parseConfig({ data_dir: '/data', concurrency: '' }).concurrency).toBe(8);
  });

  it.each([
    ['concurrency', '0'],
    ['concurrency', 'many'],
    ['log_level', 'loud'],
    ['falkordb_port', '70000'],
    ['ollama_url', 'ftp://host'],
    ['workspace', 'system'],
    ['workspace', 'Not A Name'],
    ['store', 'mongodb'],
    ['embedder', 'mystery'],
    ['embed_model', '--flag'],
    ['embed_url', 'file:///etc/passwd'],
    ['embed_url', 'http://me:secret@host/v1'],
    ['embed_batch', '65'],
    ['llm_model', 'two words'],
    ['weight_meaning', '1.5'],
    ['web_hosts', 'https://arxiv.org'],
    ['web_hosts', 'arxiv.org, a*b'],
    ['web_private_hosts', '*'],
    ['web_contact', 'nobody'],
    ['paper_sources', 'crossref,scopus'],
    ['openalex_url', 'ftp://host'],
    ['crossref_url', 'https://me:secret@host'],
  ])('refuses %s=%s and names it', (name, value) => {
    verifies('R164', 'P046');
    const attempt = () => parseConfig({ data_dir: '/data', [name]: value });
    expect(attempt).toThrow(ZapomniError);
    expect(attempt).toThrow(`ZAPOMNI_${name.toUpperCase()}`);
  });

  it('keeps the overlap smaller than the passage', () => {
    verifies('P046');
    expect(() => parseConfig({ data_dir: '/data', chunk_size: '50', chunk_overlap: '50' })).toThrow(
      'ZAPOMNI_CHUNK_OVERLAP',
    );
  });

  it('must be told where and which, for a model behind any endpoint', () => {
    expect(() => parseConfig({ data_dir: '/data', embedder: 'openai' })).toThrow(/EMBED_URL.*EMBED_MODEL/);
    expect(() => parseConfig({ data_dir: '/data', llm: 'openai', llm_url: 'https://h/v1' })).toThrow('LLM_MODEL');
    const settings = { data_dir: '/data', embedder: 'openai', embed_url: 'https://h/v1', embed_model: 'm' };
    expect(parseConfig(settings)).toMatchObject({ embedder: 'openai', embed_batch: 32 });
  });

  it('never shows a key', () => {
    const config = parseConfig({ data_dir: '/data', embed_key: 'k-1', llm_key: 'k-2', openalex_key: 'k-3' });
    expect(JSON.stringify(maskedConfig(config))).not.toContain('k-');
  });

  it('keeps the network off unless hosts are named', () => {
    expect(parseConfig({ data_dir: '/data' })).toMatchObject({ web_hosts: '', web_private_hosts: '' });
    const named = { web_hosts: 'arxiv.org, *.arxiv.org,*', web_private_hosts: 'wiki.lan:8080,[::1]' };
    expect(parseConfig({ data_dir: '/data', ...named })).toMatchObject(named);
  });

  it('asks no source of papers unless it is named, and brings its hosts with it', () => {
    const named = (settings: Record<string, string>) => {
      const config = parseConfig({ data_dir: '/data', ...settings });
      return { sources: allowedSources(config), ...sourceHosts(config) };
    };
    expect(named({})).toEqual({ sources: [], hosts: [], privateHosts: [] });
    expect(named({ paper_sources: 'arxiv, crossref' })).toEqual({
      sources: ['crossref', 'arxiv'],
      hosts: ['api.crossref.org', 'export.arxiv.org', 'arxiv.org'],
      privateHosts: [],
    });
    expect(named({ paper_sources: 'arxiv', arxiv_url: 'http://mirror.lan:8080' })).toEqual({
      sources: ['arxiv'],
      hosts: [],
      privateHosts: ['mirror.lan:8080'],
    });
    expect(named({ paper_sources: 'all' }).sources).toHaveLength(9);
    expect(named({ arxiv_url: 'http://mirror.lan:8080' }).privateHosts).toEqual([]);
  });

  it('has facts for every setting', () => {
    for (const field of configFields) {
      expect(field.description, field.name).toMatch(/\.$/);
      expect(field.accepts, field.name).toBeTruthy();
    }
  });

  it('knows the older names', () => {
    verifies('R163');
    const aliases = Object.fromEntries(configFields.map(({ name, aliases: names }) => [name, names]));
    expect(aliases).toMatchObject({
      falkordb_host: ['FALKORDB_HOST'],
      falkordb_port: ['FALKORDB_PORT'],
      ollama_url: ['OLLAMA_HOST', 'OLLAMA_BASE_URL'],
      embed_model: ['OLLAMA_EMBEDDING_MODEL'],
      llm_model: ['OLLAMA_LLM_MODEL'],
      log_level: ['LOG_LEVEL'],
    });
    expect(parseConfig({ data_dir: '/d' })).toMatchObject({
      falkordb_host: 'localhost',
      falkordb_port: 6379,
      ollama_url: 'http://localhost:11434',
    });
  });

  it('shows every setting when it is logged', () => {
    verifies('R165');
    expect(Object.keys(maskedConfig(parseConfig({ data_dir: '/data' })))).toEqual(configFields.map(({ name }) => name));
  });
});
