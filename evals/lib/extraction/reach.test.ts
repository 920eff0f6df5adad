import { expect, it } from 'vitest';
import { calibrationOf, shownFrom } from './prf.ts';
import { judged } from './predictions.ts';
import { labelsOf } from './labels.ts';
import { reachOf, withinReach } from './reach.ts';

const text = 'Anna Berg was born in Oslo . She met Carl Dahl . Oslo is in Norway .';
const row = {
  id: '1',
  text,
  entities: [
    { names: ['Anna Berg', 'Anna'], type: 'PER' },
    { names: ['Oslo'], type: 'LOC' },
    { names: ['Norway'], type: 'LOC' },
    { names: ['Carl Dahl'], type: 'PER' },
  ],
  relations: [
    { h: 0, t: 1, label: 'place of birth' },
    { h: 0, t: 2, label: 'country of citizenship' },
    { h: 1, t: 2, label: 'country' },
    { h: 3, t: 2, label: 'country of citizenship' },
  ],
};
const name = (written: string, type: string, from = 0) => {
  const start = text.indexOf(written, from);
  return { name: written, type, start, end: start + written.length, confidence: 1 };
};
const reading = {
  entities: [name('Anna Berg', 'person'), name('Oslo', 'place'), name('Oslo', 'place', 40), name('Norway', 'place')],
  relations: [
    { source: 0, type: 'BORN_IN', target: 1, confidence: 0.9, start: 0, end: 26 },
    { source: 2, type: 'LOCATED_IN', target: 3, confidence: 0.8, start: 48, end: 66 },
    { source: 0, type: 'FOUNDED', target: 1, confidence: 0.6, start: 0, end: 26 },
  ],
};

it('says how many of the marked relations stand in one sentence, and how many of them with the names that were found', () => {
  expect(reachOf([row], [reading])).toEqual({ marked: 4, named: 3, inOneSentence: 2, namedInOneSentence: 2 });
});

it('counts only what is within reach as missed', () => {
  expect(withinReach({ P: 0.5, R: 0.25, F1: 0.333, tp: 1, fp: 1, fn: 3 }, 2)).toEqual({ P: 0.5, R: 0.5, F1: 0.5 });
});

it('takes a relation for right that the gold has under one of its labels', () => {
  const said = judged(reading, row, labelsOf);
  expect(said).toEqual([
    { confidence: 0.9, isRight: true },
    { confidence: 0.8, isRight: true },
    { confidence: 0.6, isRight: false },
  ]);
  expect(shownFrom(0.5, calibrationOf(said))).toEqual({ said: 3, right: 0.667 });
  expect(shownFrom(0.7, calibrationOf(said))).toEqual({ said: 2, right: 1 });
});
