/** Protocol Buffers. */
import type { ShallowLanguage } from '../../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (message (message_name) @name) @struct
    (enum (enum_name) @name) @enum
    (service (service_name) @name) @interface
    (rpc (rpc_name) @name) @method
    (field (identifier) @name) @field
    (message_or_enum_type) @ref
  `,
};
