/** R. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (binary_operator lhs: (identifier) @name rhs: (function_definition)) @function
    (program (binary_operator lhs: (identifier) @name) @variable)
    (call function: (identifier) @ref)
    (call function: (namespace_operator rhs: (identifier) @ref))
  `,
};
