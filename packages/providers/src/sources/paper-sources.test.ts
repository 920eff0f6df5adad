import { PAPER_SOURCES, type PaperSourceName } from '@zapomni/core/ports';
import { paperSourceContract } from '@zapomni/testkit/contracts';
import { createPaperSources } from './index.ts';

for (const name of PAPER_SOURCES) {
  paperSourceContract(name, ({ url, key, isOn, ...settings }) => {
    const urls = Object.fromEntries(PAPER_SOURCES.map((one) => [one, url])) as Record<PaperSourceName, string>;
    const all = createPaperSources({ ...settings, urls, keys: { [name]: key }, allowed: isOn ? [name] : [] });
    return all.find((source) => source.name === name) as (typeof all)[number];
  });
}
