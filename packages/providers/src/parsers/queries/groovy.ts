/** Groovy. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_definition name: (identifier) @name) @class
    (function_definition function: (identifier) @name) @function
    (function_declaration function: (identifier) @name) @function
    (function_call function: (identifier) @ref)
  `,
};
