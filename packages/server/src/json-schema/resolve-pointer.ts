import { decode } from '../uri-template/percent.ts';
import { unusable, type JsonSchemaObject, type SchemaPath } from './json-schema.ts';

/** The part of the schema that a local reference such as `#/$defs/address` names (RFC 6901). */
export function resolvePointer(root: JsonSchemaObject, ref: string, path: SchemaPath): unknown {
  if (ref !== '#' && !ref.startsWith('#/'))
    throw unusable(path, `${ref} is not a local reference such as #/$defs/name`);
  let target: unknown = root;
  for (const step of ref.split('/').slice(1)) {
    const key = decodeStep(step);
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) {
      throw unusable(path, `${ref} is not in the schema`);
    }
    target = (target as Record<string, unknown>)[key];
  }
  return target;
}

function decodeStep(step: string): string {
  return (decode(step) ?? step).replaceAll('~1', '/').replaceAll('~0', '~');
}
