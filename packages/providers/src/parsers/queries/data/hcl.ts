/** HCL and Terraform. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (block . (identifier) . (string_lit (template_literal) @name) . (block_start)) @variable
    (block . (identifier) . (string_lit) . (string_lit (template_literal) @name)) @class
    (block . (identifier) @name . (block_start)) @namespace
    (attribute . (identifier) @name) @property
    (function_call (identifier) @ref)
  `,
};
