/** Haskell. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (function name: (variable) @name) @function
    (bind name: (variable) @name) @function
    (class declarations: (class_declarations (signature name: (variable) @name) @method))
    (data_type name: (name) @name) @type
    (newtype name: (name) @name) @type
    (type_synomym name: (name) @name) @type
    (class name: (name) @name) @interface
    (apply function: (variable) @ref)
  `,
};
