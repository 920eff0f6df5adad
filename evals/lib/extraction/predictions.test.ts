import { expect, it } from 'vitest';
import type { Extraction } from '@zapomni/core/ports';
import { capitalisedPairs, capitalisedPhrases } from './baseline.ts';
import { labelAsWritten, labelsOf } from './labels.ts';
import { labelled, namesOf, unlabelled } from './predictions.ts';

const place = { start: 0, end: 1, confidence: 1 };
const reading: Extraction = {
  entities: [
    { ...place, name: 'Reno', type: 'place' },
    { ...place, name: 'Nevada', type: 'place' },
    { ...place, name: 'United States', type: 'place' },
    { ...place, name: 'Anna', type: 'person' },
    { ...place, name: '2019', type: 'date' },
  ],
  relations: [
    { ...place, source: 0, type: 'LOCATED_IN', target: 1 },
    { ...place, source: 1, type: 'LOCATED_IN', target: 2 },
    { ...place, source: 1, type: 'LOCATED_IN', target: 2 },
    { ...place, source: 3, type: 'RELATED_TO', target: 0 },
  ],
};
const ADMINISTRATIVE = 'located in the administrative territorial entity';

it('counts names, not dates', () => {
  expect(namesOf(reading).map(({ text }) => text)).toEqual(['Reno', 'Nevada', 'United States', 'Anna']);
});

it('gives each relation all its labels, once', () => {
  expect(labelled(reading, labelsOf)).toEqual([
    { h: 'Reno', t: 'Nevada', r: ADMINISTRATIVE },
    { h: 'Nevada', t: 'United States', r: ADMINISTRATIVE },
    { h: 'Nevada', t: 'United States', r: 'country' },
    { h: 'United States', t: 'Nevada', r: 'contains administrative territorial entity' },
  ]);
  expect(labelled(reading, labelAsWritten).map(({ r }) => r)).toEqual(['located in', 'located in', 'related to']);
});

it('leaves none out where labels do not count', () => {
  expect(unlabelled(reading, labelsOf)).toHaveLength(5);
  expect(unlabelled(reading, labelsOf)).toContainEqual({ h: 'Anna', t: 'Reno' });
});

it('knows what capitals alone give', () => {
  const text = 'Anna Petrova met Bob in Oslo. He left.';
  expect(capitalisedPhrases(text)).toEqual(['Anna Petrova', 'Bob', 'Oslo', 'He']);
  expect(capitalisedPairs(text, 'as written')).toHaveLength(3);
  expect(capitalisedPairs(text, 'both ways')).toHaveLength(6);
});
