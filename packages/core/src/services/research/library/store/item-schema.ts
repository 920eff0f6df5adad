/** A work as it is kept: the shape of `BibliographicItem`, checked when it is read back. */
import { z } from 'zod';
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  ID_SCHEMES,
  ITEM_TYPES,
  TEXT_FIELDS,
  type BibliographicItem,
  type DateField,
  type TextField,
} from '../../../../model/papers/index.ts';

export const identifierSchema = z.strictObject({ scheme: z.enum(ID_SCHEMES), value: z.string() });

const contributor = z.strictObject({
  role: z.enum(CONTRIBUTOR_ROLES),
  family: z.string().optional(),
  given: z.string().optional(),
  particle: z.string().optional(),
  droppingParticle: z.string().optional(),
  suffix: z.string().optional(),
  literal: z.string().optional(),
  orcid: z.string().optional(),
  affiliation: z.string().optional(),
});

const whole = z.number().int();

export const dateSchema = z.strictObject({
  year: whole.optional(),
  month: whole.optional(),
  day: whole.optional(),
  season: whole.optional(),
  circa: z.literal(true).optional(),
  end: z.strictObject({ year: whole, month: whole.optional(), day: whole.optional() }).optional(),
  literal: z.string().optional(),
});

const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, z.string().optional()])) as Record<
  TextField,
  z.ZodOptional<z.ZodString>
>;
const dates = Object.fromEntries(DATE_FIELDS.map((name) => [name, dateSchema.optional()])) as Record<
  DateField,
  z.ZodOptional<typeof dateSchema>
>;

export const itemSchema = z.strictObject({
  type: z.enum(ITEM_TYPES),
  citekey: z.string().optional(),
  contributors: z.array(contributor),
  identifiers: z.array(identifierSchema),
  keywords: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
  extra: z.record(z.string(), z.string()).optional(),
  ...texts,
  ...dates,
}) satisfies z.ZodType<BibliographicItem>;
