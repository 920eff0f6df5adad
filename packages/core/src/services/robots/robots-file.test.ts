import { describe, expect, it } from 'vitest';
import { readRobots } from './robots-file.ts';

const allows = (lines: string, path: string): boolean => readRobots(lines).allows(path);

describe('robots.txt', () => {
  it.each([
    ['nothing said', '', '/a', true],
    ['nothing forbidden', 'User-agent: *\nDisallow:', '/a', true],
    ['everything forbidden', 'User-agent: *\nDisallow: /', '/a', false],
    ['but the file itself', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    ['a beginning', 'User-agent: *\nDisallow: /a', '/about', false],
    ['another beginning', 'User-agent: *\nDisallow: /a/', '/a', true],
    ['letters count as written', 'User-agent: *\nDisallow: /A', '/a', true],
    ['fields do not', 'USER-AGENT: *\ndisALLOW: /a', '/a', false],
    ['the longest rule', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b/c', true],
    ['the longest rule, the other way', 'User-agent: *\nDisallow: /a/b\nAllow: /a', '/a/b/c', false],
    ['of equally long ones, the one that allows', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a wildcard', 'User-agent: *\nDisallow: /*/private', '/x/y/private/z', false],
    ['a wildcard that fits nothing', 'User-agent: *\nDisallow: /*/private', '/private', true],
    ['several wildcards', 'User-agent: *\nDisallow: /*a*b*c', '/xaxbxc', false],
    ['several, out of order', 'User-agent: *\nDisallow: /*a*b*c', '/xbxaxc', true],
    ['an end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
    ['an end that is none', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
    ['an end alone', 'User-agent: *\nDisallow: /$', '/', false],
    ['an end alone, elsewhere', 'User-agent: *\nDisallow: /$', '/a', true],
    ['an end counts as a sign more', 'User-agent: *\nAllow: /\nDisallow: /$', '/', false],
    ['an end that must not overlap', 'User-agent: *\nDisallow: /ab*ba$', '/aba', true],
    ['a dollar in the middle', 'User-agent: *\nDisallow: /a$b', '/a$b', false],
    ['a query', 'User-agent: *\nDisallow: /*?', '/a?b=1', false],
    ['our group', 'User-agent: *\nDisallow: /\n\nUser-agent: Zapomni\nDisallow: /x', '/a', true],
    ['our group with a version', 'User-agent: zapomni/2.0\nDisallow: /x', '/x', false],
    ['not who only begins like us', 'User-agent: zap\nDisallow: /\nUser-agent: zapomnibot\nDisallow: /', '/a', true],
    [
      'all of our groups',
      'User-agent: zapomni\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: zapomni\nDisallow: /b',
      '/b',
      false,
    ],
    ['several agents of a group', 'User-agent: x\nUser-agent: zapomni\nDisallow: /a', '/a', false],
    [
      'a sitemap between agents',
      'User-agent: zapomni\nSitemap: https://a.test/s\n\nUser-agent: x\nDisallow: /a',
      '/a',
      false,
    ],
    ['a group of ours without rules', 'User-agent: *\nDisallow: /\nUser-agent: zapomni\nDisallow:', '/a', true],
    ['rules of nobody', 'Disallow: /a\nUser-agent: *\nDisallow: /b', '/a', true],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
    ['old line ends', 'User-agent: *\rDisallow: /a', '/a', false],
    ['line ends of Windows', 'User-agent: *\r\nDisallow: /a\r\n', '/a', false],
    ['comments', 'User-agent: * # all\n# one\nDisallow: /a # this', '/a', false],
    ['spaces', '  User-agent :  *\n\tDisallow :   /a  ', '/a', false],
    ['letters beyond ASCII', 'User-agent: *\nDisallow: /ツ', '/%E3%83%84', false],
    ['escapes of either case', 'User-agent: *\nDisallow: /a%3cd', '/a%3Cd', false],
    ['escapes that need not be', 'User-agent: *\nDisallow: /%62ar', '/bar', false],
    ['escapes of what has a meaning', 'User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['half of a surrogate pair', 'User-agent: *\nDisallow: /\uD800', '/a', true],
    ['a page of HTML', '<!doctype html><html><body>User-agent: *</body></html>', '/a', true],
  ])('%s', (_, lines, path, allowed) => {
    expect(allows(lines, path)).toBe(allowed);
  });

  it('may ask for a pace, within reason', () => {
    expect(readRobots('User-agent: *\nCrawl-delay: 2.5').delayMs).toBe(2500);
    expect(readRobots('User-agent: *\nCrawl-delay: 86400').delayMs).toBe(60_000);
    expect(readRobots('User-agent: *\nCrawl-delay: soon').delayMs).toBeNull();
    expect(readRobots('User-agent: *\nCrawl-delay: -1').delayMs).toBeNull();
    expect(readRobots('User-agent: *\nCrawl-delay: 9\nUser-agent: zapomni\nCrawl-delay: 1').delayMs).toBe(1000);
  });

  it('gets through a file that is made to take long', () => {
    expect(allows(`${`${' '.repeat(16_000)}\n`.repeat(30)}User-agent: *\nDisallow: /a`, '/a')).toBe(false);
    const hostile = `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}b\n`.repeat(1200)}`;
    expect(allows(hostile, `/${'a'.repeat(8000)}`)).toBe(true);
    expect(allows(`User-agent: *\nDisallow: /${'a*'.repeat(200_000)}b`, `/${'a'.repeat(8000)}`)).toBe(true);
  });
});
