/** Objective-C. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_interface . (identifier) @name) @class
    (class_implementation . (identifier) @name) @class
    (protocol_declaration . (identifier) @name) @interface
    (method_declaration (identifier) @name) @method
    (method_definition (identifier) @name) @method
    (function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
    (struct_specifier name: (type_identifier) @name body: (_)) @struct
    (preproc_function_def name: (identifier) @name) @macro
    (call_expression function: (identifier) @ref)
    (message_expression method: (identifier) @ref)
  `,
};
