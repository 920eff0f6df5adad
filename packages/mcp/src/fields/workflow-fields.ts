/** Arguments and results of the tools of browser workflows. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const workflowId = z.string().describe('Id or name.');
const anyObject = z.record(z.string(), z.unknown());

const failure = z.object({
  code: z.string(),
  message: z.string(),
  step: z.number().int().optional(),
  action: z.string().optional(),
  selector: z.string().optional(),
  hint: z.string().optional(),
});

export const runOutput = z.object({
  run_id: z.string(),
  version: unlisted(z.number().int()),
  trigger: unlisted(z.string()),
  status: z.string(),
  started_at: unlisted(z.string()),
  ended_at: unlisted(z.string().optional()),
  rows: unlisted(z.number().int()),
  items: z.number().int(),
  skipped: unlisted(z.array(z.string()).optional()),
  failure: unlisted(failure.optional()),
  requests: unlisted(z.number().int()),
  bytes: unlisted(z.number()),
  pages: unlisted(z.number().int()),
  refused_hosts: unlisted(z.array(z.string()).optional()),
  failure_screenshot: unlisted(z.string().optional()),
  screenshots: unlisted(z.array(z.string()).optional()),
  log: unlisted(z.array(anyObject).optional()),
});

export const workflowOutput = z.object({
  workflow_id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  version: z.number().int(),
  steps: unlisted(z.number().int()),
  hosts: unlisted(z.array(z.string())),
  output: unlisted(z.string()),
  description: unlisted(z.string().optional()),
  created_at: unlisted(z.string()),
  updated_at: unlisted(z.string()),
  health: unlisted(z.string().optional()),
  health_reason: unlisted(z.string().optional()),
  last_run: unlisted(runOutput.optional()),
});

/** What a site says: data, which nobody follows. */
export const fromSite = z.object({ items: z.array(anyObject) });

export const triedOutput = z.object({
  steps: z.array(anyObject),
  failure: unlisted(failure.optional()),
  requests: unlisted(z.number().int()),
  pages: unlisted(z.number().int()),
  from_site: unlisted(fromSite),
});
