/** What is broken is refused with a reason or read as far as it goes; either way the next document is read. */
import type { DocumentReader } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_CASES } from './cases/index.ts';
import type { DocumentCase } from './document-case.ts';
import { expectSound } from './expect-document.ts';
import { mutate } from './mutate.ts';

/** More with `ZAPOMNI_MUTATIONS`. */
const PER_FORMAT = Number(process.env['ZAPOMNI_MUTATIONS'] ?? 100);
const REFUSALS = ['INVALID_INPUT', 'TOO_LARGE', 'TIMEOUT'];

export function damagedDocuments(reader: () => DocumentReader): void {
  const formats = Map.groupBy(DOCUMENT_CASES, ({ format }) => format);

  describe.each([...formats])('damaged: %s', (_format, cases) => {
    it(`survives ${PER_FORMAT} kinds of damage`, { timeout: 600_000 }, async () => {
      for (let seed = 0; seed < PER_FORMAT; seed++) {
        const one = cases[seed % cases.length];
        if (one) await expectOutcome(reader(), one, mutate(one.source.bytes, seed), seed);
      }
      const [first] = cases;
      if (first) expect((await reader().read(first.source)).format).toBe(first.format);
    });

    it('survives being cut anywhere', async () => {
      const [one] = cases;
      if (!one) return;
      const { bytes } = one.source;
      const step = Math.max(1, Math.floor(bytes.length / 40));
      for (let end = 0; end < bytes.length; end += step) await expectOutcome(reader(), one, bytes.slice(0, end), end);
    });
  });
}

async function expectOutcome(
  reader: DocumentReader,
  one: DocumentCase,
  bytes: Uint8Array,
  seed: number,
): Promise<void> {
  const limits = { timeoutMs: 20_000, maxMemoryMb: 512 };
  const label = `${one.format} (${one.about}), ${seed}`;
  try {
    expectSound(await reader.read({ ...one.source, bytes }, { limits }));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    expect(REFUSALS, `${label}: ${message}`).toContain(code);
    expect(message, label).not.toMatch(/crash|undefined|null|\bat \w+ \(/u);
  }
}
