/** Makefiles. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (rule (targets (word) @name)) @function
    (variable_assignment name: (word) @name) @variable
    (define_directive name: (word) @name) @function
    (variable_reference (word) @ref)
  `,
};
