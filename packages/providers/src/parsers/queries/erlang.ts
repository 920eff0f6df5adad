/** Erlang. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (module_attribute name: (atom) @name) @namespace
    (fun_decl clause: (function_clause name: (atom) @name)) @function
    (record_decl name: (atom) @name) @struct
    (pp_define lhs: (macro_lhs name: (_) @name)) @macro
    (call expr: (atom) @ref)
    (call expr: (remote fun: (atom) @ref))
  `,
};
