/** Swift. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_declaration name: (_) @name) @class
    (protocol_declaration name: (_) @name) @interface
    (function_declaration name: (_) @name) @function
    (protocol_function_declaration name: (_) @name) @method
    (init_declaration name: (_) @name) @constructor
    (typealias_declaration name: (_) @name) @type
    (call_expression (simple_identifier) @ref)
    (call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @ref)))
  `,
};
