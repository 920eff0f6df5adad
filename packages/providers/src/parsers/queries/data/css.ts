/** Style sheets. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (rule_set (selectors) @name) @type
    (keyframes_statement (keyframes_name) @name) @function
    (declaration (property_name) @name (#match? @name "^--")) @variable
    (call_expression (function_name) @ref)
  `,
};
