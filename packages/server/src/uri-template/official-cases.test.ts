/**
 * The cases of the uritemplate-test project. They lie beside the repository and are not part of it; rfc6570.test.ts has a table
 * of our own that always runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import type { UriInput } from './expand.ts';
import { parseUriTemplate } from './uri-template.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const shared = process.env['ZAPOMNI_SHARED'] ?? path.join(root, '../shared');
const folder = path.join(shared, 'bench/extras');

interface Group {
  readonly variables: Record<string, UriInput>;
  readonly testcases: readonly (readonly [string, string | readonly string[] | false])[];
}

function casesOf(file: string): (readonly [string, string, Group['testcases'][number][1], Group['variables']])[] {
  const found = path.join(folder, `uritemplate-${file}.json`);
  if (!existsSync(found)) return [];
  const groups = JSON.parse(readFileSync(found, 'utf8')) as Record<string, Group>;
  return Object.entries(groups).flatMap(([name, { variables, testcases }]) =>
    testcases.map(([template, expected]) => [name, template, expected, variables] as const),
  );
}

const positive = ['spec-examples', 'spec-examples-by-section', 'extended-tests'].flatMap(casesOf);
const negative = casesOf('negative-tests');
// The RFC leaves a prefix of a list undefined, and only the value tells what it is.
const ofValues = negative.filter(([, template]) => /\{\+?keys:1\}/.test(template));

if (positive.length === 0)
  console.warn(`official-cases.test.ts: 270 cases skipped, they are not at hand; ZAPOMNI_SHARED says where they are.`);

test.skipIf(positive.length === 0)('the official cases lie beside the repository, or where ZAPOMNI_SHARED says', () => {
  expect(positive.length).toBe(234);
  expect(negative.length).toBe(36);
  expect(ofValues).toHaveLength(2);
});

describe.skipIf(positive.length === 0)('the official cases', () => {
  test.each(positive)('%s: %s → %j', (_, template, expected, variables) => {
    verifies('R207');
    const expanded = parseUriTemplate(template).expand(variables);
    expect(Array.isArray(expected) ? expected : [expected]).toContain(expanded);
  });

  test.each(negative.filter((one) => !ofValues.includes(one)))('%s: %s is refused when it is parsed', (_, template) => {
    verifies('R207');
    expect(() => parseUriTemplate(template)).toThrow(expect.objectContaining({ code: 'INVALID_REGISTRATION' }));
  });

  test.each(ofValues)('%s: %s is refused when it is expanded', (_, template, _expected, variables) => {
    const parsed = parseUriTemplate(template);
    expect(() => parsed.expand(variables)).toThrow('takes text, not a list or a map');
  });
});
