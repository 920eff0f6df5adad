/** What is broken is refused with a reason or read as far as it goes; either way the next document is read. */
import type { DocumentReader } from '@zapomni/core/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED_VARIABLE, trialSeed } from '../../trial-random.ts';
import { DOCUMENT_CASES } from './cases/index.ts';
import type { DocumentCase } from './document-case.ts';
import type { DocumentReaderHarness } from './document-reader.ts';
import { expectSound } from './expect-document.ts';
import { mutate } from './mutate.ts';

const PER_FORMAT = 500;
/** As many wait in line at a time. */
const AT_ONCE = 25;
const LIMITS = { timeoutMs: 20_000, maxMemoryMb: 256, maxBytes: 50_000_000 };
const REFUSALS = ['INVALID_INPUT', 'TOO_LARGE', 'TIMEOUT'];

/** Every format, each with five hundred damages that nobody chose, one after the other through the same reader. */
export function damagedDocumentsContract(name: string, { open }: DocumentReaderHarness): void {
  const formats = Map.groupBy(DOCUMENT_CASES, ({ format }) => format);
  const first = trialSeed();

  describe(`damaged documents: ${name}`, () => {
    let reader: DocumentReader;
    beforeAll(() => {
      console.log(`The chance in these damages: ${SEED_VARIABLE}=${first}`);
      reader = open();
    });
    afterAll(() => reader.close());

    it.each([...formats])(`%s survives ${PER_FORMAT} kinds of damage`, { timeout: 600_000 }, async (_format, cases) => {
      for (let n = 0; n < PER_FORMAT; n += AT_ONCE) {
        const seeds = Array.from({ length: AT_ONCE }, (_, i) => first + n + i);
        await Promise.all(seeds.map((seed) => expectOutcome(reader, cases[seed % cases.length] as DocumentCase, seed)));
      }
      const [whole] = cases;
      if (whole) expect((await reader.read(whole.source)).format).toBe(whole.format);
    });

    it.each([...formats])('%s survives being cut anywhere', async (_format, [one]) => {
      if (!one) return;
      const { bytes } = one.source;
      const step = Math.max(1, Math.floor(bytes.length / 40));
      for (let end = 0; end < bytes.length; end += step)
        await expectRead(reader, one, bytes.slice(0, end), `cut at ${end}`);
    });
  });
}

const expectOutcome = (reader: DocumentReader, one: DocumentCase, seed: number) =>
  expectRead(reader, one, mutate(one.source.bytes, seed), `${SEED_VARIABLE}=${seed}`);

async function expectRead(reader: DocumentReader, one: DocumentCase, bytes: Uint8Array, damage: string): Promise<void> {
  const label = `${one.format} (${one.about}), ${damage}`;
  const outcome = await reader.read({ ...one.source, bytes }, { limits: LIMITS }).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    const { code, message } = outcome as { code?: string; message: string };
    expect(REFUSALS, `${label}: ${message}`).toContain(code);
    expect(message, label).not.toMatch(/crash|undefined|null|\bat \w+ \(/u);
  } else expectSound(outcome as Awaited<ReturnType<DocumentReader['read']>>);
}
