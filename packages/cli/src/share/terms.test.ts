import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/given-settings.ts';
import { differences, termsOf } from './terms.ts';

const machine = (cwd: string) => ({ platform: process.platform, home: '/home/anna', cwd });
const terms = (env: Record<string, string>) => termsOf(readSettings({ flags: {}, env, machine: machine('/tmp') }));

describe('the terms of sharing', () => {
  it('are met by what only one side uses', () => {
    const server = terms({ ZAPOMNI_HTTP_PORT: '8765', LOG_LEVEL: 'debug', ZAPOMNI_EMBED_WORKERS: '2' });
    const client = { OLLAMA_HOST: 'elsewhere', ZAPOMNI_WEB_CONTACT: 'me@example.org', ZAPOMNI_WEB_CACHE_MB: '1' };
    expect(differences(terms(client), server)).toEqual([]);
  });

  it.each([
    ['tools', 'all'],
    ['workspace', 'work'],
    ['file_roots', '/srv/files'],
    ['weight_meaning', '0.7'],
    ['max_text_length', '100'],
    ['embedder', 'ollama'],
    ['web_hosts', 'arxiv.org'],
    ['web_private_hosts', 'wiki.lan'],
  ])('are not when %s differs, on whichever side', (name, value) => {
    const other = terms({ [`ZAPOMNI_${name.toUpperCase()}`]: value });
    expect(differences(terms({}), other)).toEqual([name]);
    expect(differences(other, terms({}))).toEqual([name]);
  });

  it('hold no secret', () => {
    const held = terms({ ZAPOMNI_EMBED_KEY: 'k-1', ZAPOMNI_LLM_KEY: 'k-2' });
    expect(JSON.stringify(held)).not.toContain('k-');
    expect(differences(held, terms({}))).toEqual([]);
  });

  it('take a folder for what it means, not for how it is written', () => {
    const inPlace = terms({ ZAPOMNI_FILE_ROOTS: process.cwd() });
    expect(differences(terms({ ZAPOMNI_FILE_ROOTS: '.' }), inPlace)).toEqual([]);
    expect(differences(terms({ ZAPOMNI_FILE_ROOTS: path.join('.', 'x') }), inPlace)).toEqual(['file_roots']);
  });

  it('are not met by a server of another version, or by something that is no server of ours', () => {
    expect(differences(terms({}), { ...terms({}), version: '0.0.1' })).toEqual(['version']);
    expect(differences(terms({}), undefined)).toContain('version');
  });
});
