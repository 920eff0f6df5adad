/** Scala. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_definition name: (_) @name) @class
    (object_definition name: (_) @name) @class
    (trait_definition name: (_) @name) @trait
    (enum_definition name: (_) @name) @enum
    (function_definition name: (_) @name) @function
    (function_declaration name: (_) @name) @function
    (type_definition name: (_) @name) @type
    (val_definition pattern: (identifier) @name) @variable
    (call_expression function: (identifier) @ref)
    (call_expression function: (field_expression field: (identifier) @ref))
    (instance_expression (type_identifier) @ref)
  `,
};
