/** TOML. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (table . (_) @name) @namespace
    (table_array_element . (_) @name) @namespace
    (pair . (_) @name) @property
  `,
};
