/** Perl. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (package_statement name: (package) @name) @namespace
    (subroutine_declaration_statement name: (bareword) @name) @function
    (function_call_expression function: (function) @ref)
    (ambiguous_function_call_expression function: (function) @ref)
    (method_call_expression method: (method) @ref)
  `,
};
