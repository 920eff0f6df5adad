import { expect, it } from 'vitest';
import { prepare } from './prepare.ts';

it('keeps no more marks on a letter than any language puts there, before it normalises them', () => {
  expect(prepare(`a${'\u0301\u0323'.repeat(5000)}b`).length).toBeLessThanOrEqual(32);
  expect(prepare('e\u0323\u0302')).toBe('ệ');
});

it('takes out what is there for the eye alone', () => {
  expect(prepare('\ufeffco\u00adop می\u200cخواهم')).toBe('coop میخواهم');
});
