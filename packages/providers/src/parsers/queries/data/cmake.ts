/** CMake. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (function_def (function_command (argument_list . (argument) @name))) @function
    (macro_def (macro_command (argument_list . (argument) @name))) @macro
    (normal_command (identifier) @ref)
  `,
};
