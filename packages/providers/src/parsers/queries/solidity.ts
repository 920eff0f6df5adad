/** Solidity. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (contract_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (library_declaration name: (identifier) @name) @class
    (function_definition name: (identifier) @name) @function
    (modifier_definition name: (identifier) @name) @function
    (constructor_definition "constructor" @name) @constructor
    (struct_declaration name: (identifier) @name) @struct
    (enum_declaration name: (identifier) @name) @enum
    (event_definition name: (identifier) @name) @type
    (error_declaration name: (identifier) @name) @type
    (state_variable_declaration name: (identifier) @name) @field
    (call_expression function: (expression (identifier) @ref))
    (call_expression function: (expression (member_expression property: (identifier) @ref)))
  `,
};
