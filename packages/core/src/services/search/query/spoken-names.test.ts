import { describe, expect, it } from 'vitest';
import { namesIn } from './spoken-names.ts';

const tagsIn = (text: string) => namesIn(text).tags;
const keysIn = (text: string) => namesIn(text).keys;

describe('possible tags', () => {
  it.each([
    ['What are our rules for Python style?', 'python-style'],
    ['What are our rules for Python style?', 'python_style'],
    ['What are our rules for Python style?', 'Python style'],
    ['what are our rules for python style', 'pythonstyle'],
    ['the python-style rules', 'python-style'],
    ['the python-style rules', 'python style'],
    ['the python_style rules', 'python'],
    ['okr of this year', 'OKR'],
    ['OKR of this year', 'okr'],
    ['recipes', 'Recipes'],
    ["the kitchen's lamp", 'kitchen'],
    ['all about (C++)!', 'c++'],
    ['the node.js server', 'node.js'],
    ['#security', 'security'],
    ['стиль кода', 'стиль-кода'],
    ['the IT budget', 'it'],
  ])('%s → %s', (question, tag) => {
    expect([...tagsIn(question).keys()]).toContain(tag);
  });

  it.each(['it', 'what', 'is', 'do', 'who', 'us', 'what-is'])('%s is no name', (tag) => {
    expect([...tagsIn('Tell us who does what: is it so, and what is there to do about oil?').keys()]).not.toContain(
      tag,
    );
  });

  it('says how the question says it', () => {
    expect(tagsIn('our Python-style, please').get('python_style')).toBe('Python style');
  });

  it('stays small, however long the question', () => {
    expect(tagsIn('alpha beta gamma delta '.repeat(200)).size).toBeLessThan(60);
    expect(tagsIn(Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ')).size).toBeLessThan(500);
    expect(tagsIn('?! …').size).toBe(0);
  });
});

describe('possible keys of entities', () => {
  it('are those of runs of words that begin and end with one that may be a name', () => {
    const names = keysIn('Who leads the Bank of England in Acme Inc.’s view?');
    expect(names.get('bank of england')).toBe('Bank of England');
    expect(names.get('acme')).toBe('Acme Inc.');
    expect([...names.keys()]).not.toContain('who');
    expect([...names.keys()]).not.toContain('the bank');
    expect([...keysIn('who leads the WHO').keys()]).toContain('who');
  });
});
