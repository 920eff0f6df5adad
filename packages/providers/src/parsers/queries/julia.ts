/** Julia. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (module_definition name: (identifier) @name) @namespace
    (function_definition (signature (call_expression . (identifier) @name))) @function
    (function_definition (signature (where_expression (call_expression . (identifier) @name)))) @function
    (assignment . (call_expression . (identifier) @name)) @function
    (macro_definition (signature (call_expression . (identifier) @name))) @macro
    (struct_definition (type_head (identifier) @name)) @struct
    (struct_definition (type_head (binary_expression . (identifier) @name))) @struct
    (abstract_definition (type_head (identifier) @name)) @type
    (call_expression . (identifier) @ref)
  `,
};
