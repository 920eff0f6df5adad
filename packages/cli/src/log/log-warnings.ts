import type { Logger } from '@zapomni/core/ports';

/** Node prints its warnings as plain text; where logs are lines of JSON they become such lines too. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    logger.log(name === 'ExperimentalWarning' ? 'debug' : 'warning', 'node_warning', { name, message });
  });
}
