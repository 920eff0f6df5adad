/** `zapomni doctor` in a process of its own: it loads the model and opens the store, and takes nothing from those who are served. */
import { execFile } from 'node:child_process';
import type { Finding } from '@zapomni/api';
import { ZapomniError } from '@zapomni/core/errors';
import { settingWords } from '../settings/setting-words.ts';
import type { Settings } from '../settings/given-settings.ts';

const MOST_BYTES = 1 << 20;

export function examine(settings: Settings, signal: AbortSignal): Promise<readonly Finding[]> {
  const args = [...process.execArgv, process.argv[1] ?? '', 'doctor', '--json', ...settingWords(settings)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { signal, maxBuffer: MOST_BYTES, windowsHide: true }, (_failed, stdout) => {
      // It ends with 1 when something is broken, and says what.
      const findings = findingsIn(stdout);
      if (findings) resolve(findings);
      else
        reject(new ZapomniError('INTERNAL', 'The doctor did not come to an end.', { hint: 'Run `zapomni doctor`.' }));
    });
  });
}

function findingsIn(text: string): readonly Finding[] | undefined {
  try {
    return (JSON.parse(text) as { readonly checks: readonly Finding[] }).checks;
  } catch {
    return undefined;
  }
}
