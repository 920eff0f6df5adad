import { systemClock } from '@zapomni/providers';
import { createWeb } from '@zapomni/providers/web';
import type { Web } from '@zapomni/core/ports';
import { createRecordingLogger } from './recording-logger.ts';

/** The real thing with no host allowed, as it is unless a user says otherwise. Reaches nothing, so everybody may share it. */
export const offlineWeb: Web = createWeb({
  hosts: [],
  privateHosts: [],
  userAgent: 'zapomni-test',
  clock: systemClock,
  logger: createRecordingLogger(),
});
