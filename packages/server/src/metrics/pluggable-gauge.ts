/**
 * Numbers that somebody else knows: asked for when the metrics are, each within a time, and a question that fails leaves
 * its number unknown instead of the whole page.
 */
import { Gauge, type Registry } from 'prom-client';
import { ServerError } from '../server-error.ts';

export type ReadNumber = () => number | Promise<number>;
/** By the value of the label. Must come from a fixed set. */
export type ReadNumbers = () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>;

export interface GaugeSpec {
  readonly name: string;
  readonly help: string;
  /** How long a number may take. */
  readonly patienceMs: number;
}

/** `NaN`, which Prometheus shows as a gap, while the number is not known. */
export function addGauge(registry: Registry, { name, help, patienceMs }: GaugeSpec, read: ReadNumber): void {
  assertNew(registry, name);
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      const number = await ask(read, patienceMs);
      gauge.set(typeof number === 'number' ? number : Number.NaN);
    },
  });
}

/** One number per value of `label`; none while they are not known. */
export function addLabelledGauge(
  registry: Registry,
  spec: GaugeSpec & { readonly label: string },
  read: ReadNumbers,
): void {
  const { name, help, label, patienceMs } = spec;
  assertNew(registry, name);
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      const numbers = await ask(read, patienceMs);
      gauge.reset();
      for (const [value, number] of Object.entries(numbers ?? {})) {
        if (typeof number === 'number') gauge.set({ [label]: value }, number);
      }
    },
  });
}

async function ask<T>(read: () => T | Promise<T>, patienceMs: number): Promise<T | undefined> {
  const { promise: elapsed, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, patienceMs, undefined);
  try {
    return await Promise.race([read(), elapsed]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

export function assertNew(registry: Registry, name: string): void {
  if (registry.getSingleMetric(name)) throw new ServerError('DUPLICATE_NAME', `A metric named ${name} exists already.`);
}
