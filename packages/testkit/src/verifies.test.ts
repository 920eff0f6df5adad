import { expect, test } from 'vitest';
import { verifies } from './verifies.ts';

// By another name, so that this file is not taken for one that shows them.
const cite = verifies;

test('what a test cites goes into its report', ({ task }) => {
  cite('R039');
  cite('R040', 'R042');
  expect(task.meta.verifies).toEqual(['R039', 'R040', 'R042']);
  delete task.meta.verifies;
});

test('an id of another form is refused', () => {
  expect(() => cite('R42')).toThrow('R42');
});
