/** What may be captured of conversations, and who distils them. */
import { listed, type Config } from '@zapomni/core/config';
import type { Deps } from '@zapomni/core';
import { createChosenLlm } from '@zapomni/core/models';
import type { ModelOpener, SettingStore } from '@zapomni/core/ports';
import { createCaptureGate } from '@zapomni/providers/capture';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';

interface CaptureParts {
  readonly config: Config;
  readonly settings: SettingStore;
  readonly models: ModelOpener;
}

/** Asks no model before the first turn. */
export function wireCapture({ config, settings, models }: CaptureParts): Pick<Deps, 'captureGate' | 'distiller'> {
  const captureGate = createCaptureGate({
    dataDir: config.data_dir,
    excluded: listed(config.capture_exclude),
    toFolder: (written) => toAbsolute(written, thisMachine()),
  });
  return config.distiller === 'llm'
    ? { captureGate, distiller: createChosenLlm({ config, settings, models }) }
    : { captureGate };
}
