/** Nix. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (binding attrpath: (attrpath) @name expression: (function_expression)) @function
    (binding attrpath: (attrpath) @name) @variable
    (apply_expression function: (variable_expression name: (identifier) @ref))
  `,
};
