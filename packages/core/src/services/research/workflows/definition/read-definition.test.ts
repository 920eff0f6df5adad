import { describe, expect, it } from 'vitest';
import { ZapomniError } from '../../../../errors/index.ts';
import { valuesFor } from './params.ts';
import { readDefinition } from './read-definition.ts';
import { fillTemplate } from './template.ts';

const STEPS = [
  { do: 'goto', url: 'https://example.org/search?q={{q|urlencode}}' },
  { do: 'wait', for: { css: '.item' }, timeout_ms: 15_000 },
  { do: 'click', target: { role: 'button', name: 'Accept' }, optional: true },
  {
    do: 'extract',
    each: { css: '.item' },
    max: '{{limit}}',
    fields: {
      title: { css: 'h5 a', take: 'text' },
      url: { css: 'h5 a', take: 'href' },
      doi: { css: "a[href*='/doi/']", take: 'href', match: String.raw`10\.\d{4,9}/\S+` },
      date: { css: '.date', take: 'text', parse: 'date' },
    },
  },
  { do: 'paginate', next: [{ css: 'a.next' }, { text: 'Next' }], max_pages: 3 },
];
const WHOLE = {
  version: 1,
  allow_hosts: ['example.org'],
  params: { q: { type: 'string', required: true }, limit: { type: 'integer', default: 25 } },
  steps: STEPS,
  output: 'papers',
};
const withSteps = (...steps: unknown[]) => ({ ...WHOLE, steps });

function issuesOf(given: unknown): string[] {
  try {
    readDefinition(given);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ZapomniError);
    expect((error as ZapomniError).code).toBe('INVALID_INPUT');
    return (error as ZapomniError).issues.map(({ field, error: why }) => `${field}: ${why}`);
  }
}

describe('a definition', () => {
  it('is read, and what was read is read again the same', () => {
    const read = readDefinition(WHOLE);
    expect(read.steps.map((step) => step.do)).toEqual(['goto', 'wait', 'click', 'extract', 'paginate']);
    expect(readDefinition(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  it('knows every step and every way to name a target', () => {
    const all = withSteps(
      { do: 'goto', url: 'https://www.example.org/' },
      { do: 'fill', target: { test_id: 'words' }, value: '{{q}}' },
      { do: 'fill', target: { css: '#pw' }, value: { secret: 'example-login' } },
      { do: 'press', key: 'Enter', target: { role: 'textbox' } },
      { do: 'press', key: 'PageDown' },
      { do: 'select', target: { css: 'select' }, value: 'newest' },
      { do: 'check', target: { text: 'Open access' }, on: false },
      { do: 'wait', for: { url: 'search' } },
      { do: 'wait', for: { load: 'load' } },
      { do: 'wait', for: { ms: 200 } },
      { do: 'wait', for: [{ css: '.a' }, { css: '.b' }] },
      { do: 'scroll', screens: 0 },
      { do: 'screenshot', continue: true },
      { do: 'assert', target: { css: 'li' }, min: 3 },
      { do: 'assert', url: '/search' },
      {
        do: 'extract',
        fields: { title: 'h1', link: { take: 'href', css: 'a' }, cited: { css: '.n', parse: 'number', all: true } },
      },
    );
    expect(issuesOf(all)).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'https://example.org', /^definition: takes an object/],
    [
      '10,000 steps',
      withSteps(...Array.from({ length: 10_000 }, () => STEPS[0])),
      /^steps: has 10000 steps; at most 100/,
    ],
    ['no steps', withSteps(), /^steps: /],
    ['too much text', { ...WHOLE, description: 'x'.repeat(300_000) }, /^definition: has more than 200000/],
    ['an unknown field', { ...WHOLE, script: 'alert(1)' }, /^script: is not known here/],
    [
      'an unknown step',
      withSteps(STEPS[0], { do: 'evaluate', code: 'fetch("/")' }),
      /^steps\[2\]\.do: is none of the steps goto, fill/,
    ],
    ['a step without its field', withSteps({ do: 'goto' }), /^steps\[1\]\.url: is missing/],
    ['a field too much', withSteps({ ...STEPS[0], code: 'x' }), /^steps\[1\]\.code: is not known here/],
    ['no target', withSteps(STEPS[0], { do: 'click' }), /^steps\[2\]\.target: takes a target/],
    [
      'an unknown target',
      withSteps({ do: 'click', target: { xpath: '//a' } }),
      /^steps\[1\]\.target\[0\]: takes {"css"/,
    ],
    [
      'a selector of another language',
      withSteps({ do: 'click', target: { css: 'a >> xpath=//b' } }),
      /^steps\[1\]\.target\[0\]/,
    ],
    ['an empty selector', withSteps({ do: 'click', target: { css: ' ' } }), /^steps\[1\]\.target\[0\]/],
    [
      'an unknown parameter',
      withSteps({ do: 'goto', url: 'https://example.org/{{nothing}}' }),
      /^steps\[1\]\.url: {{nothing}} is no parameter; there are q/,
    ],
    [
      'an unknown filter',
      withSteps({ do: 'goto', url: 'https://example.org/{{q|eval}}' }),
      /^steps\[1\]\.url: \|eval is no filter/,
    ],
    ['a broken template', withSteps({ do: 'goto', url: 'https://example.org/{{q' }), /^steps\[1\]\.url: has {{/],
    [
      'code in a template',
      withSteps({ do: 'goto', url: 'https://example.org/{{q.constructor()}}' }),
      /^steps\[1\]\.url: has {{/,
    ],
    [
      'a host that is put in',
      withSteps({ do: 'goto', url: 'https://{{q}}/x' }),
      /^steps\[1\]\.url: must name its host/,
    ],
    [
      'a host that is completed',
      withSteps({ do: 'goto', url: 'https://example.org{{q}}/' }),
      /^steps\[1\]\.url: must name its host/,
    ],
    [
      'another host',
      withSteps({ do: 'goto', url: 'https://example.com/' }),
      /^steps\[1\]\.url: leads to a host that is not in allow_hosts/,
    ],
    [
      'a host that ends alike',
      withSteps({ do: 'goto', url: 'https://evilexample.org/' }),
      /^steps\[1\]\.url: leads to a host/,
    ],
    [
      'a password in the address',
      withSteps({ do: 'goto', url: 'https://me:pw@example.org/' }),
      /^steps\[1\]\.url: must not hold a name or password/,
    ],
    [
      'file:',
      withSteps({ do: 'goto', url: 'file:///etc/passwd' }),
      /^steps\[1\]\.url: takes an address that begins with https/,
    ],
    ['data:', withSteps({ do: 'goto', url: 'data:text/html,x' }), /^steps\[1\]\.url: takes an address/],
    ['javascript:', withSteps({ do: 'goto', url: 'javascript:alert(1)' }), /^steps\[1\]\.url: takes an address/],
    [
      'view-source:',
      withSteps({ do: 'goto', url: 'view-source:https://example.org/' }),
      /^steps\[1\]\.url: takes an address/,
    ],
    ['every host', { ...WHOLE, allow_hosts: ['*'] }, /^allow_hosts\[0\]: takes the name of one host/],
    ['no host', { ...WHOLE, allow_hosts: [] }, /^allow_hosts: /],
    ['a wait too long', withSteps({ do: 'wait', for: { ms: 60_000 } }), /^steps\[1\]\.for\.ms: Too big/],
    [
      'pages too many',
      withSteps(...STEPS.slice(0, 4), { do: 'paginate', next: { css: 'a' }, max_pages: 1000 }),
      /^steps\[5\]\.max_pages: /,
    ],
    [
      'pages of nothing',
      withSteps(STEPS[0], { do: 'paginate', next: { css: 'a' } }),
      /^steps\[2\]: needs an extract before it/,
    ],
    ['pages twice', withSteps(...STEPS, { do: 'paginate', next: { css: 'b' } }), /^steps\[6\]: stands there twice/],
    ['no fields', withSteps({ do: 'extract', fields: {} }), /^steps\[1\]\.fields: needs a field/],
    [
      'a field that is no name',
      withSteps({ do: 'extract', fields: { '__proto__ x': 'h1' } }),
      /^steps\[1\]\.fields\.__proto__ x: is no name of a field/,
    ],
    [
      'a pattern that looks ahead',
      withSteps({ do: 'extract', fields: { t: { css: 'a', match: '(?=a)' } } }),
      /^steps\[1\]\.fields\.t\.match: looks ahead/,
    ],
    [
      'a parser that is none',
      withSteps({ do: 'extract', fields: { t: { css: 'a', parse: 'js' } } }),
      /^steps\[1\]\.fields\.t\.parse: /,
    ],
    [
      'code to take',
      withSteps({ do: 'extract', fields: { t: { css: 'a', take: 'eval' } } }),
      /^steps\[1\]\.fields\.t\.take: takes text, href/,
    ],
    [
      'a default of another type',
      { ...WHOLE, params: { ...WHOLE.params, n: { type: 'integer', default: 'x' } } },
      /^params\.n\.default: takes a whole number/,
    ],
    [
      'a secret that is no name',
      withSteps({ do: 'fill', target: { css: 'a' }, value: { secret: '../x' } }),
      /^steps\[1\]\.value\.secret: is no name of a secret/,
    ],
    ['a key that is none', withSteps({ do: 'press', key: 'Control+Alt+Delete' }), /^steps\[1\]\.key: is no key/],
    ['both of assert', withSteps({ do: 'assert', target: { css: 'a' }, url: 'x' }), /^steps\[1\]: takes either/],
  ])('with %s is refused by step and field', (_, given, expected) => {
    expect(issuesOf(given)[0]).toMatch(expected);
  });
});

describe('values', () => {
  const run = { keywords: [], dateFrom: null, dateUntil: null, limit: 50, params: {} };

  it('are put in as they are, and what is in them is not read again', () => {
    const definition = readDefinition(WHOLE);
    const values = valuesFor(definition, { ...run, keywords: ['a&b', '{{limit}}'] });
    expect(fillTemplate('https://example.org/?q={{q|urlencode}}&n={{ limit }}', values)).toBe(
      'https://example.org/?q=a%26b%20%7B%7Blimit%7D%7D&n=50',
    );
    expect(fillTemplate('{{q}}', values)).toBe('a&b {{limit}}');
  });

  it.each([
    [{}, /params\.q: is needed/],
    [{ q: 'x', other: 1 }, /params\.other: is no parameter of it; there are q, limit/],
    [{ q: 5 }, /params\.q: takes a text/],
    [{ q: 'x', limit: 1.5 }, /params\.limit: takes a whole number/],
  ])('%j are refused', (params, expected) => {
    expect(() => valuesFor(readDefinition(WHOLE), { ...run, params })).toThrow(expected);
  });
});
