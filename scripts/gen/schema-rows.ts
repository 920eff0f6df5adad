/** A JSON Schema as flat rows in words, for people: one row per field, nested ones by path. */
import type { z } from 'zod';
import { code } from './markdown.ts';

type Schema = z.core.JSONSchema.BaseSchema;

export interface SchemaRow {
  /** `filters.tags`, `items[].text`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  /** As JSON; empty when there is none. */
  readonly fallback: string;
  readonly limits: string;
  readonly description: string;
}

export function schemaRows(schema: Schema, prefix = ''): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const row = toRow(prefix + name, field, schema.required?.includes(name) ?? false);
    return [row, ...nestedRows(row.path, field)];
  });
}

function toRow(path: string, field: Schema, required: boolean): SchemaRow {
  return {
    path,
    type: typeText(field),
    required,
    fallback: field.default === undefined ? '' : JSON.stringify(field.default),
    limits: limitsText(field),
    description: field.description ?? '',
  };
}

function nestedRows(path: string, field: Schema): SchemaRow[] {
  const items = itemsOf(field);
  if (items) return schemaRows(items, `${path}[].`);
  return schemaRows(field, `${path}.`);
}

function itemsOf({ items }: Schema): Schema | null {
  return typeof items === 'object' && !Array.isArray(items) ? items : null;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (schema.anyOf) return schema.anyOf.map((option) => typeText(option as Schema)).join(' or ');
  if (schema.type === 'array') return `list of ${typeText(itemsOf(schema) ?? {})}`;
  if (schema.format === 'uuid') return 'UUID';
  return [schema.type ?? 'any']
    .flat()
    .map((type) => NAMES[type] ?? 'any JSON')
    .join(' or ');
}

function limitsText(schema: Schema): string {
  return [
    range(bound(schema.minimum), bound(schema.maximum), ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern && !schema.format ? code(schema.pattern) : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min}–${max}${unit}`;
  if (max !== undefined) return `≤ ${max}${unit}`;
  return min === undefined ? '' : `≥ ${min}${unit}`;
}

// zod writes the limits of safe integers for every whole number; they tell a reader nothing.
const bound = (value: number | undefined) =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
