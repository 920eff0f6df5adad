import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openTestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from './domains.ts';
import { toolGroups } from './tools/index.ts';

const NAMED = Object.values(DOMAINS).flat();

describe('the domains of research', () => {
  it('are sixteen with fifty-four tools, each of which is there, in a group that a setting switches on', () => {
    verifies('R261');
    expect(Object.keys(DOMAINS)).toHaveLength(16);
    expect(new Set(NAMED).size).toBe(54);
    expect(NAMED).toHaveLength(54);
    const groupOf = (name: string) =>
      Object.entries(toolGroups).find(([, tools]) => tools.some((tool) => tool.name === name))?.[0];
    for (const name of NAMED) expect(groupOf(name), name).toBeDefined();
  });

  it('stand on the page of tools and in the statistics', async () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/tools.md'), 'utf8');
    const zapomni = await openTestClient();
    const { research_domains: counts } = await zapomni.call('get_stats');
    for (const [domain, tools] of Object.entries(DOMAINS)) {
      expect(page).toContain(`| ${domain} |`);
      expect(counts[domain]).toBe(tools.length);
    }
    await zapomni.close();
  });
});
