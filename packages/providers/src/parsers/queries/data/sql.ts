/** SQL. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (create_table (object_reference name: (_) @name)) @struct
    (create_view (object_reference name: (_) @name)) @struct
    (create_materialized_view (object_reference name: (_) @name)) @struct
    (create_function (object_reference name: (_) @name)) @function
    (create_type (object_reference name: (_) @name)) @type
    (create_trigger (object_reference name: (_) @name)) @function
    (create_index column: (_) @name) @property
    (column_definition name: (_) @name) @field
    (relation (object_reference name: (_) @ref))
    (invocation (object_reference name: (_) @ref))
  `,
};
