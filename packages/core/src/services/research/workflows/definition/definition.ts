/** What a workflow is: data, checked before it is kept. Its name, and whether it is in use, stand beside it. */
import { z } from 'zod';
import { MOST_HOSTS, MOST_PAGES, MOST_PARAMS, USUAL_LIMITS } from './limits.ts';
import { SECRET_NAME, stepSchema } from './steps.ts';

const PARAM_TYPES = ['string', 'integer', 'number', 'boolean', 'date'] as const;
const PARAM_NAME = /^[a-z][a-z0-9_]{0,40}$/;
const value = z.union([z.string().max(2000), z.number(), z.boolean()]);
export type ParamValue = z.output<typeof value>;

export const paramSchema = z.strictObject({
  type: z.enum(PARAM_TYPES).default('string'),
  required: z.boolean().default(false),
  default: value.optional(),
  description: z.string().max(500).optional(),
});
export type ParamDefinition = z.output<typeof paramSchema>;

/** What configure_search was told; its steps are made from it. */
export const searchSchema = z.strictObject({
  search_input_selector: z.string().nullable(),
  search_button_selector: z.string().nullable(),
  result_selector: z.string(),
  title_selector: z.string(),
  url_selector: z.string(),
  snippet_selector: z.string().nullable(),
  max_results: z.number().int(),
  pagination_config: z.strictObject({ next_selector: z.string(), max_pages: z.number().int() }).nullable(),
});
export type SearchSettings = z.output<typeof searchSchema>;

export const definitionSchema = z.strictObject({
  /** Of the format. */
  version: z.literal(1, { error: 'takes 1' }).default(1),
  description: z.string().max(2000).default(''),
  allow_hosts: z.array(z.string().min(1).max(255)).min(1).max(MOST_HOSTS),
  params: z
    .record(z.string().regex(PARAM_NAME, 'is no name of a parameter: a–z, digits and _'), paramSchema)
    .default({})
    .refine((params) => Object.keys(params).length <= MOST_PARAMS, `has more than ${MOST_PARAMS} parameters`),
  steps: z.array(stepSchema).min(1),
  output: z.enum(['papers', 'rows']).default('papers'),
  /** A session that the user kept on the command line. */
  session: z.string().regex(SECRET_NAME, 'is no name of a session').optional(),
  limits: z
    .strictObject({
      seconds: z.number().int().min(1).max(600).default(USUAL_LIMITS.seconds),
      pages: z.number().int().min(1).max(MOST_PAGES).default(USUAL_LIMITS.pages),
      megabytes: z.number().int().min(1).max(500).default(USUAL_LIMITS.megabytes),
    })
    .default(USUAL_LIMITS),
  search: searchSchema.optional(),
});
export type WorkflowDefinition = z.output<typeof definitionSchema>;

/** Values that every run has, whether a definition names them or not. */
export const GIVEN_PARAMS = ['keywords', 'date_from', 'date_until', 'limit'] as const;
