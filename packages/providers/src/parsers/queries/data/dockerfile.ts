/** Dockerfiles. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (from_instruction as: (image_alias) @name) @namespace
    (arg_instruction name: (unquoted_string) @name) @variable
    (env_pair name: (unquoted_string) @name) @variable
    (from_instruction (image_spec name: (image_name) @ref))
  `,
};
