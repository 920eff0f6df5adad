/** Swift. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_declaration name: (type_identifier) @name) @class
    (protocol_declaration name: (type_identifier) @name) @interface
    (function_declaration name: (simple_identifier) @name) @function
    (protocol_function_declaration name: (simple_identifier) @name) @method
    (init_declaration "init" @name) @constructor
    (typealias_declaration name: (type_identifier) @name) @type
    (call_expression (simple_identifier) @ref)
    (call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @ref)))
  `,
};
