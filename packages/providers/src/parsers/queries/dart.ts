/** Dart. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (class_definition name: (identifier) @name) @class
    (mixin_declaration (identifier) @name) @trait
    (extension_declaration name: (identifier) @name) @class
    (enum_declaration name: (identifier) @name) @enum
    (function_signature name: (identifier) @name) @function
    (getter_signature name: (identifier) @name) @method
    (setter_signature name: (identifier) @name) @method
    (constructor_signature name: (identifier) @name) @constructor
    (type_alias (type_identifier) @name) @type
    (expression_statement (identifier) @ref . (selector (argument_part)))
    (selector (unconditional_assignable_selector (identifier) @ref))
  `,
};
