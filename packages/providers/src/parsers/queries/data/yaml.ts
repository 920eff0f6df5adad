/** YAML. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (stream (document (block_node (block_mapping (block_mapping_pair key: (_) @name) @property))))
    (stream (document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @property)))))))
  `,
};
