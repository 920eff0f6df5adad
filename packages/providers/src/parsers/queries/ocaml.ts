/** OCaml. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (value_definition (let_binding pattern: (value_name) @name)) @function
    (type_definition (type_binding name: (type_constructor) @name)) @type
    (module_definition (module_binding (module_name) @name)) @namespace
    (module_type_definition (module_type_name) @name) @interface
    (class_definition (class_binding name: (class_name) @name)) @class
    (method_definition name: (method_name) @name) @method
    (external (value_name) @name) @function
    (application_expression function: (value_path (value_name) @ref))
  `,
};
