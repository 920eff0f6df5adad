/** Lua. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (function_declaration name: (identifier) @name) @function
    (function_declaration name: (dot_index_expression field: (identifier) @name)) @function
    (function_declaration name: (method_index_expression method: (identifier) @name)) @method
    (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_definition))) @function
    (function_call name: (identifier) @ref)
    (function_call name: (dot_index_expression field: (identifier) @ref))
    (function_call name: (method_index_expression method: (identifier) @ref))
  `,
};
