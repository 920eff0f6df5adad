import { describe, expect, it } from 'vitest';
import { matchesHost, parseHostPattern } from './host-pattern.ts';

const matches = (pattern: string, url: string) => {
  const parsed = parseHostPattern(pattern);
  return parsed === null ? null : matchesHost(parsed, new URL(url));
};

describe('host patterns', () => {
  it.each([
    ['arxiv.org', 'https://arxiv.org/abs/1', true],
    ['arxiv.org', 'https://ARXIV.org./abs/1', true],
    ['arxiv.org', 'http://arxiv.org:8080/', true],
    ['arxiv.org', 'https://export.arxiv.org/', false],
    ['arxiv.org', 'https://notarxiv.org/', false],
    ['arxiv.org', 'https://arxiv.org.evil.example/', false],
    ['arxiv.org', 'https://arxiv.org@evil.example/', false],
    ['*.arxiv.org', 'https://export.arxiv.org/', true],
    ['*.arxiv.org', 'https://a.b.arxiv.org/', true],
    ['*.arxiv.org', 'https://arxiv.org/', false],
    ['*.arxiv.org', 'https://evilarxiv.org/', false],
    ['*', 'https://anything.example/', true],
    ['*:443', 'https://anything.example/', true],
    ['*:443', 'http://anything.example/', false],
    ['wiki.lan:8080', 'http://wiki.lan:8080/', true],
    ['wiki.lan:8080', 'http://wiki.lan/', false],
    ['wiki.lan:80', 'http://wiki.lan/', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['0x7f.1', 'http://127.0.0.1/', true],
    ['[::1]:9', 'http://[0:0::1]:9/', true],
    ['bücher.example', 'http://xn--bcher-kva.example/', true],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  it.each([
    '',
    '**',
    'a*.org',
    '*.*',
    'https://arxiv.org',
    'arxiv.org/abs',
    'a b',
    'me@host',
    'host:0',
    'host:70000',
    '::1',
  ])('are refused where they are none: "%s"', (pattern) => {
    expect(parseHostPattern(pattern)).toBeNull();
  });
});
