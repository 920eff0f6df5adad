/**
 * What RFC 6570 says of every operator and every kind of value, as a table of our own: a row for each expression, a column for
 * each operator. official-cases.test.ts runs the cases of the uritemplate-test project beside it, where they are at hand.
 */
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import type { UriInput } from './expand.ts';
import { parseUriTemplate } from './uri-template.ts';

const VALUES: Readonly<Record<string, UriInput>> = {
  word: 'lamp',
  mix: 'a/b c!',
  percent: '50%',
  encoded: 'a%20b',
  signs: ":?#[]@$&'()*+,;=",
  free: 'a-b.c_d~e',
  uni: 'é€',
  note: '𝄞x',
  number: 42,
  zero: 0,
  yes: true,
  empty: '',
  none: undefined,
  null: null,
  list: ['red', 'green', 'blue'],
  hollow: [],
  gaps: ['a', '', 'c'],
  absent: ['a', null, 'c'],
  map: { x: '1', y: 'a b' },
  bare: {},
  'dotted.name': 'dot',
  under_score: 'low',
  UPPER: 'high',
  '7th': 'seven',
};

const OPERATORS = ['', '+', '#', '.', '/', ';', '?', '&'] as const;
const SIGNS = '%3A%3F%23%5B%5D%40%24%26%27%28%29%2A%2B%2C%3B%3D';
const RAW_SIGNS = ":?#[]@$&'()*+,;=";
const UNI = '%C3%A9%E2%82%AC';

/** What stands in the braces, then the expansion for each operator in the order above. */
const TABLE: readonly (readonly [string, ...string[]])[] = [
  ['word', 'lamp', 'lamp', '#lamp', '.lamp', '/lamp', ';word=lamp', '?word=lamp', '&word=lamp'],
  [
    'mix',
    'a%2Fb%20c%21',
    'a/b%20c!',
    '#a/b%20c!',
    '.a%2Fb%20c%21',
    '/a%2Fb%20c%21',
    ';mix=a%2Fb%20c%21',
    '?mix=a%2Fb%20c%21',
    '&mix=a%2Fb%20c%21',
  ],
  ['percent', '50%25', '50%25', '#50%25', '.50%25', '/50%25', ';percent=50%25', '?percent=50%25', '&percent=50%25'],
  [
    'encoded',
    'a%2520b',
    'a%20b',
    '#a%20b',
    '.a%2520b',
    '/a%2520b',
    ';encoded=a%2520b',
    '?encoded=a%2520b',
    '&encoded=a%2520b',
  ],
  [
    'signs',
    SIGNS,
    RAW_SIGNS,
    `#${RAW_SIGNS}`,
    `.${SIGNS}`,
    `/${SIGNS}`,
    `;signs=${SIGNS}`,
    `?signs=${SIGNS}`,
    `&signs=${SIGNS}`,
  ],
  [
    'free',
    'a-b.c_d~e',
    'a-b.c_d~e',
    '#a-b.c_d~e',
    '.a-b.c_d~e',
    '/a-b.c_d~e',
    ';free=a-b.c_d~e',
    '?free=a-b.c_d~e',
    '&free=a-b.c_d~e',
  ],
  ['uni', UNI, UNI, `#${UNI}`, `.${UNI}`, `/${UNI}`, `;uni=${UNI}`, `?uni=${UNI}`, `&uni=${UNI}`],
  ['number', '42', '42', '#42', '.42', '/42', ';number=42', '?number=42', '&number=42'],
  ['zero', '0', '0', '#0', '.0', '/0', ';zero=0', '?zero=0', '&zero=0'],
  ['yes', 'true', 'true', '#true', '.true', '/true', ';yes=true', '?yes=true', '&yes=true'],
  ['empty', '', '', '#', '.', '/', ';empty', '?empty=', '&empty='],
  ['none', '', '', '', '', '', '', '', ''],
  ['null', '', '', '', '', '', '', '', ''],
  ['unknown', '', '', '', '', '', '', '', ''],
  [
    'word,number',
    'lamp,42',
    'lamp,42',
    '#lamp,42',
    '.lamp.42',
    '/lamp/42',
    ';word=lamp;number=42',
    '?word=lamp&number=42',
    '&word=lamp&number=42',
  ],
  [
    'word,empty',
    'lamp,',
    'lamp,',
    '#lamp,',
    '.lamp.',
    '/lamp/',
    ';word=lamp;empty',
    '?word=lamp&empty=',
    '&word=lamp&empty=',
  ],
  ['none,word,null', 'lamp', 'lamp', '#lamp', '.lamp', '/lamp', ';word=lamp', '?word=lamp', '&word=lamp'],
  ['none,null', '', '', '', '', '', '', '', ''],
  ['word:2', 'la', 'la', '#la', '.la', '/la', ';word=la', '?word=la', '&word=la'],
  ['word:9999', 'lamp', 'lamp', '#lamp', '.lamp', '/lamp', ';word=lamp', '?word=lamp', '&word=lamp'],
  ['mix:2', 'a%2F', 'a/', '#a/', '.a%2F', '/a%2F', ';mix=a%2F', '?mix=a%2F', '&mix=a%2F'],
  ['uni:1', '%C3%A9', '%C3%A9', '#%C3%A9', '.%C3%A9', '/%C3%A9', ';uni=%C3%A9', '?uni=%C3%A9', '&uni=%C3%A9'],
  [
    'note:1',
    '%F0%9D%84%9E',
    '%F0%9D%84%9E',
    '#%F0%9D%84%9E',
    '.%F0%9D%84%9E',
    '/%F0%9D%84%9E',
    ';note=%F0%9D%84%9E',
    '?note=%F0%9D%84%9E',
    '&note=%F0%9D%84%9E',
  ],
  ['word*', 'lamp', 'lamp', '#lamp', '.lamp', '/lamp', ';word=lamp', '?word=lamp', '&word=lamp'],
  [
    'list',
    'red,green,blue',
    'red,green,blue',
    '#red,green,blue',
    '.red,green,blue',
    '/red,green,blue',
    ';list=red,green,blue',
    '?list=red,green,blue',
    '&list=red,green,blue',
  ],
  [
    'list*',
    'red,green,blue',
    'red,green,blue',
    '#red,green,blue',
    '.red.green.blue',
    '/red/green/blue',
    ';list=red;list=green;list=blue',
    '?list=red&list=green&list=blue',
    '&list=red&list=green&list=blue',
  ],
  ['gaps', 'a,,c', 'a,,c', '#a,,c', '.a,,c', '/a,,c', ';gaps=a,,c', '?gaps=a,,c', '&gaps=a,,c'],
  [
    'gaps*',
    'a,,c',
    'a,,c',
    '#a,,c',
    '.a..c',
    '/a//c',
    ';gaps=a;gaps;gaps=c',
    '?gaps=a&gaps=&gaps=c',
    '&gaps=a&gaps=&gaps=c',
  ],
  ['absent', 'a,c', 'a,c', '#a,c', '.a,c', '/a,c', ';absent=a,c', '?absent=a,c', '&absent=a,c'],
  ['hollow', '', '', '', '', '', '', '', ''],
  ['hollow*', '', '', '', '', '', '', '', ''],
  [
    'map',
    'x,1,y,a%20b',
    'x,1,y,a%20b',
    '#x,1,y,a%20b',
    '.x,1,y,a%20b',
    '/x,1,y,a%20b',
    ';map=x,1,y,a%20b',
    '?map=x,1,y,a%20b',
    '&map=x,1,y,a%20b',
  ],
  [
    'map*',
    'x=1,y=a%20b',
    'x=1,y=a%20b',
    '#x=1,y=a%20b',
    '.x=1.y=a%20b',
    '/x=1/y=a%20b',
    ';x=1;y=a%20b',
    '?x=1&y=a%20b',
    '&x=1&y=a%20b',
  ],
  ['bare*', '', '', '', '', '', '', '', ''],
  [
    'list*,word',
    'red,green,blue,lamp',
    'red,green,blue,lamp',
    '#red,green,blue,lamp',
    '.red.green.blue.lamp',
    '/red/green/blue/lamp',
    ';list=red;list=green;list=blue;word=lamp',
    '?list=red&list=green&list=blue&word=lamp',
    '&list=red&list=green&list=blue&word=lamp',
  ],
  ['dotted.name', 'dot', 'dot', '#dot', '.dot', '/dot', ';dotted.name=dot', '?dotted.name=dot', '&dotted.name=dot'],
  ['under_score', 'low', 'low', '#low', '.low', '/low', ';under_score=low', '?under_score=low', '&under_score=low'],
  ['UPPER', 'high', 'high', '#high', '.high', '/high', ';UPPER=high', '?UPPER=high', '&UPPER=high'],
  ['7th', 'seven', 'seven', '#seven', '.seven', '/seven', ';7th=seven', '?7th=seven', '&7th=seven'],
];

const cases = TABLE.flatMap(([inner, ...expected]) =>
  OPERATORS.map((operator, i) => [`{${operator}${inner}}`, expected[i]] as const),
);

describe('the table', () => {
  test('has an expansion for every operator', () => {
    expect(TABLE.filter((row) => row.length !== OPERATORS.length + 1)).toEqual([]);
    expect(cases.length).toBeGreaterThan(270);
  });

  test.each(cases)('%s → %j', (template, expected) => {
    verifies('R207');
    expect(parseUriTemplate(template).expand(VALUES)).toBe(expected);
  });
});

describe('literals', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['a/b?c#d', 'a/b?c#d'],
    ['x{word}y', 'xlampy'],
    ['{word}{number}', 'lamp42'],
    ['{word}/{none}/{number}', 'lamp//42'],
    ['é{word}', '%C3%A9lamp'],
    ['日本{/word}', '%E6%97%A5%E6%9C%AC/lamp'],
    ['a%20b{word}', 'a%20blamp'],
    ['%C3%A9{word}', '%C3%A9lamp'],
    ["!$&'()*+,;=:@-._~{word}", "!$&'()*+,;=:@-._~lamp"],
    ['http://h/{word}{?number,none}{&list*}{#mix}', 'http://h/lamp?number=42&list=red&list=green&list=blue#a/b%20c!'],
    ['{.word}{.word}', '.lamp.lamp'],
    ['{;word,empty}/{+mix}', ';word=lamp;empty/a/b%20c!'],
  ])('%s → %s', (template, expected) => {
    expect(parseUriTemplate(template).expand(VALUES)).toBe(expected);
  });
});

describe('what is no template', () => {
  test.each([
    // Braces that do not pair.
    '{',
    '}',
    '{word',
    'word}',
    '{{word}}',
    '{word}}',
    'a{word{number}}',
    // Expressions without a variable.
    '{}',
    '{+}',
    '{?}',
    '{,}',
    '{word,}',
    '{,word}',
    '{word,,number}',
    // Operators that the RFC keeps for later, and signs that are none.
    '{=word}',
    '{!word}',
    '{@word}',
    '{|word}',
    '{$word}',
    '{(word)}',
    '{*word}',
    '{:word}',
    '{-word}',
    '{++word}',
    '{?&word}',
    // Names.
    '{ word}',
    '{word }',
    '{wo rd}',
    '{wo-rd}',
    '{wo/rd}',
    '{wörd}',
    '{word.}',
    '{..word}',
    '{wo..rd}',
    '{%}',
    '{%2}',
    '{wo%zzrd}',
    // Modifiers.
    '{word:}',
    '{word:0}',
    '{word:01}',
    '{word:-1}',
    '{word:1.5}',
    '{word:10000}',
    '{word:x}',
    '{word**}',
    '{word*:3}',
    '{word:3*}',
    '{word:3:4}',
    // Characters that a literal may not have.
    'a b',
    'a"b',
    'a<b>',
    'a\\b',
    'a^b',
    'a`b',
    'a|b',
    'a%',
    'a%2',
    'a%zz',
    'a\u0000b',
    'a\nb',
    'a\u007fb',
  ])('%j is refused when it is parsed', (template) => {
    verifies('R207');
    expect(() => parseUriTemplate(template)).toThrow(expect.objectContaining({ code: 'INVALID_REGISTRATION' }));
  });

  test.each(['{list:3}', '{+list:3}', '{?map:2}', '{/map:1}'])('%s is refused when it is expanded', (template) => {
    const parsed = parseUriTemplate(template);
    expect(() => parsed.expand(VALUES)).toThrow('takes text, not a list or a map');
  });
});
