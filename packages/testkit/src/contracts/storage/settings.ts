/** What the processes of a store agree on. */
import { expect } from 'vitest';
import type { Clause } from './fixtures.ts';

export function settingClauses(clause: Clause): void {
  clause('a setting is seen by every process at once, and after a reopen', async (harness) => {
    const other = harness.open();
    expect(await other.settings.get('embedder')).toBe(null);
    await harness.storage.settings.set('embedder', '{"model":"ä"}');
    expect(await other.settings.get('embedder')).toBe('{"model":"ä"}');
    await other.settings.set('embedder', 'another');
    await other.settings.set('llm', '');
    const again = await harness.reopen();
    expect(await again.settings.get('embedder')).toBe('another');
    expect(await again.settings.get('llm')).toBe('');
    await again.settings.set('embedder', null);
    await again.settings.set('never there', null);
    expect(await again.settings.get('embedder')).toBe(null);
  });

  clause('a setting does not touch what the engine keeps for itself', async ({ storage }) => {
    for (const name of ['schema_version', 'terms_version', 'queue_model']) await storage.settings.set(name, 'x');
    expect((await storage.inspect(true)).integrity).not.toBe('damaged');
    expect(await storage.settings.get('schema_version')).toBe('x');
  });
}
