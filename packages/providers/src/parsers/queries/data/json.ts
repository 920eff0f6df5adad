/** JSON. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (document (object (pair key: (string (string_content) @name)) @property))
    (document (object (pair value: (object (pair key: (string (string_content) @name)) @property))))
  `,
};
