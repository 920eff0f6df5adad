import { describe, expect, it } from 'vitest';
import { toAbbreviated, toOrcid, toPerson } from './names.ts';

describe('a name', () => {
  it.each([
    ['Ashish Vaswani', { given: 'Ashish', family: 'Vaswani' }],
    ['Vaswani, Ashish', { given: 'Ashish', family: 'Vaswani' }],
    ['Ludwig van der Berg', { given: 'Ludwig', family: 'van der Berg' }],
    ['John Q. Smith Jr.', { given: 'John Q.', family: 'Smith', suffix: 'Jr.' }],
    ['Smith, John, III', { given: 'John', family: 'Smith', suffix: 'III' }],
    ['The ATLAS Collaboration', { literal: 'The ATLAS Collaboration' }],
    ['Madonna', { literal: 'Madonna' }],
    ['王小明', { literal: '王小明' }],
    ['One, Two, Three, Four', { literal: 'One, Two, Three, Four' }],
  ])('has its parts: %s', (name, parts) => expect(toPerson(name)).toEqual({ role: 'author', ...parts }));

  it.each([
    ['Haas-Kogan DA', { family: 'Haas-Kogan', given: 'DA' }],
    ['Naka, A.', { family: 'Naka', given: 'A.' }],
    ['de la Cruz J', { family: 'de la Cruz', given: 'J' }],
  ])('may be abbreviated: %s', (name, parts) => expect(toAbbreviated(name)).toEqual({ role: 'author', ...parts }));

  it('of nobody is none', () => {
    for (const nobody of [undefined, '', '  ']) expect(toPerson(nobody)).toBeNull();
    expect(toOrcid('https://orcid.org/0000-0002-1825-009x')).toBe('0000-0002-1825-009X');
    expect(toOrcid('someone')).toBeUndefined();
  });
});
