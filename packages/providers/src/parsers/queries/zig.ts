/** Zig. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (function_declaration name: (identifier) @name) @function
    (variable_declaration (identifier) @name (struct_declaration)) @struct
    (variable_declaration (identifier) @name (enum_declaration)) @enum
    (source_file (variable_declaration (identifier) @name) @variable)
    (call_expression function: (identifier) @ref)
    (call_expression function: (field_expression member: (identifier) @ref))
  `,
};
