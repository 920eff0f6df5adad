/** Interfaces of OCaml. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (value_specification (value_name) @name) @function
    (type_definition (type_binding name: (type_constructor) @name)) @type
    (module_definition (module_binding (module_name) @name)) @namespace
    (module_type_definition (module_type_name) @name) @interface
    (external (value_name) @name) @function
  `,
};
