/** Shell. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (function_definition name: (word) @name) @function
    (program (variable_assignment name: (variable_name) @name) @variable)
    (command name: (command_name (word) @ref))
  `,
};
