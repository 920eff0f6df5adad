/** GraphQL. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (object_type_definition (name) @name) @class
    (interface_type_definition (name) @name) @interface
    (enum_type_definition (name) @name) @enum
    (input_object_type_definition (name) @name) @struct
    (union_type_definition (name) @name) @type
    (scalar_type_definition (name) @name) @type
    (field_definition (name) @name) @field
    (operation_definition (name) @name) @function
    (fragment_definition (fragment_name) @name) @function
    (named_type (name) @ref)
  `,
};
