import { describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { loadConfig } from './config.ts';
import { SETTINGS } from '../generated/help.ts';
import { defaultDataDir } from './data-dir.ts';
import { readSettings, withDefaults, type Environment, type Machine } from './given-settings.ts';

const machine: Machine = { platform: 'linux', home: '/home/ana', cwd: '/work' };
const read = (env: Environment = {}, flags: Record<string, string> = {}) => readSettings({ flags, env, machine });
const configOf = (env: Environment = {}, flags: Record<string, string> = {}) => loadConfig(read(env, flags));

describe('settings', () => {
  it('all have defaults', () => {
    verifies('R161', 'R163');
    const config = configOf();
    // No HTTP server unless a port is given, no model but the built-in one, no address to write to, no key; the rest has a value.
    const unset =
      /^(http_port|web_contact|searxng_url|brave_search_key(_file)?|secret_key(_file)?|embedder|llm|(embed|llm|rerank)_(model|url|key|key_file)|(crossref|openalex|pubmed|semanticscholar)_key(_file)?)$/;
    const expected = SETTINGS.map(({ name }) => name).filter((name) => !unset.test(name));
    expect(Object.keys(config)).toEqual(expected);
    expect(config).toMatchObject({
      data_dir: '/home/ana/.local/share/zapomni',
      store: 'sqlite',
      falkordb_host: 'localhost',
      falkordb_port: 6379,
      ollama_url: 'http://localhost:11434',
      log_level: 'info',
    });
  });

  it('come from the flag, then the environment, then the default', () => {
    const env = { ZAPOMNI_CONCURRENCY: '3', ZAPOMNI_CHUNK_SIZE: '100' };
    expect(configOf(env, { concurrency: '5' })).toMatchObject({ concurrency: 5, chunk_size: 100, chunk_overlap: 50 });
    const settings = read(env, { concurrency: '5' });
    expect(settings.get('concurrency')).toEqual({ value: '5', source: 'flag', via: '--concurrency' });
    expect(settings.get('chunk_size')).toEqual({ value: '100', source: 'environment', via: 'ZAPOMNI_CHUNK_SIZE' });
    expect(settings.get('chunk_overlap')).toEqual({ value: undefined, source: 'default', via: '--chunk-overlap' });
  });

  it('are read from every alias, after their own name', () => {
    verifies('R163');
    const values: Readonly<Record<string, string>> = {
      log_level: 'error',
      ollama_url: 'http://box:1',
      falkordb_host: 'box',
    };
    for (const { name, env, aliases } of SETTINGS) {
      for (const alias of aliases) {
        const value = values[name] ?? '1024';
        expect(read({ [alias]: value }).get(name)).toEqual({ value, source: 'environment', via: alias });
        expect(read({ [alias]: value, [env]: '7' }).get(name)?.via).toBe(env);
      }
    }
    expect(configOf({ FALKORDB_PORT: '6381', OLLAMA_BASE_URL: 'http://box:11434', LOG_LEVEL: 'DEBUG' })).toMatchObject({
      falkordb_port: 6381,
      ollama_url: 'http://box:11434',
      log_level: 'debug',
    });
  });

  it('take an empty variable for one that is not set', () => {
    expect(read({ ZAPOMNI_LOG_LEVEL: '', LOG_LEVEL: 'error' }).get('log_level')).toMatchObject({ value: 'error' });
    expect(configOf({ ZAPOMNI_DATA_DIR: '' }).data_dir).toBe('/home/ana/.local/share/zapomni');
  });

  it('refuse an empty flag', () => {
    expect(() => read({}, { 'data-dir': '' })).toThrow('--data-dir is empty');
  });

  it.each([
    ['LOG_LEVEL', 'warn', 'log_level', 'warning'],
    ['LOG_LEVEL', 'fatal', 'log_level', 'critical'],
    ['LOG_LEVEL', 'trace', 'log_level', 'debug'],
    ['OLLAMA_HOST', '0.0.0.0', 'ollama_url', 'http://0.0.0.0:11434'],
    ['OLLAMA_HOST', 'box:8080', 'ollama_url', 'http://box:8080'],
    ['OLLAMA_HOST', 'https://box', 'ollama_url', 'https://box'],
  ])('understand %s=%s as other programs write it', (variable, value, name, expected) => {
    expect(configOf({ [variable]: value })).toHaveProperty(name, expected);
  });

  it('can have other defaults, which yield to what the user gave', () => {
    const settings = withDefaults(read({ ZAPOMNI_SEARCH_WAIT_MS: '7' }), { search_wait_ms: '9', embed_wait_ms: '9' });
    expect(loadConfig(settings)).toMatchObject({ search_wait_ms: 7, embed_wait_ms: 9 });
  });
});

describe('the data folder', () => {
  it.each<[NodeJS.Platform, Environment, string, string]>([
    ['linux', {}, '/home/ana', '/home/ana/.local/share/zapomni'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ana', '/data/zapomni'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ana', '/home/ana/.local/share/zapomni'],
    ['freebsd', {}, '/home/ana', '/home/ana/.local/share/zapomni'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/ana', '/Users/ana/Library/Application Support/zapomni'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ana', 'D:\\Local\\zapomni'],
    ['win32', {}, 'C:\\Users\\ana', 'C:\\Users\\ana\\AppData\\Local\\zapomni'],
  ])('on %s with %o', (platform, env, home, expected) => {
    expect(defaultDataDir(env, { platform, home })).toBe(expected);
  });

  it.each([
    ['~/memories', '/home/ana/memories'],
    ['~', '/home/ana'],
    ['~ana/x', '/work/~ana/x'],
    ['sub/../here', '/work/here'],
    ['/abs', '/abs'],
  ])('%s is made absolute', (given, expected) => {
    expect(configOf({ ZAPOMNI_DATA_DIR: given }).data_dir).toBe(expected);
  });
});

describe('a setting that cannot be used', () => {
  it.each([
    [{ ZAPOMNI_CONCURRENCY: 'many' }, {}, 'ZAPOMNI_CONCURRENCY: takes whole number 1–1024.'],
    [{ MAX_REQUEST_BYTES: '1' }, {}, 'MAX_REQUEST_BYTES: takes whole number 1024–1073741824.'],
    [{}, { 'log-level': 'loud' }, '--log-level: takes debug, info, warning, error, critical.'],
    [{}, { workspace: 'My Work' }, '--workspace: takes 1–63 characters of a–z'],
    [{}, { workspace: 'admin' }, '--workspace: is reserved.'],
    [{ OLLAMA_HOST: 'ftp://x' }, {}, 'OLLAMA_HOST: takes URL.'],
    [{ CHUNK_OVERLAP: '600' }, {}, 'CHUNK_OVERLAP: must be smaller than chunk_size.'],
  ])('%o %o stops the start and is named as it was given', (env, flags, message) => {
    verifies('R164');
    expect(() => configOf(env, flags as Record<string, string>)).toThrow(message);
    expect(() => configOf(env, flags as Record<string, string>)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });
});
