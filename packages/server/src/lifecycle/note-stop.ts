import type { RequestLedger } from '../dispatch/request-ledger.ts';
import type { Stop } from '../connection/serve-connection.ts';
import type { ServerLogger } from '../server-logger.ts';

/** Tells why the end has come: once for each reason, however many transports it ends. */
export function createStopNote(logger: ServerLogger, ledger: RequestLedger): (stop: Stop) => void {
  const noted = new Set<Stop>();
  return (stop) => {
    if (noted.has(stop)) return;
    noted.add(stop);
    noteStop(logger, ledger, stop);
  };
}

function noteStop(logger: ServerLogger, ledger: RequestLedger, stop: Stop): void {
  switch (stop.reason) {
    case 'eof':
      return logger.log('info', 'eof_received');
    case 'signal':
      return logger.log('info', 'signal_received', { signal: stop.signal });
    case 'broken_pipe':
      ledger.fault();
      return logger.log('warning', 'write_failed', { error_type: errorType(stop.error) });
    case 'failed':
      ledger.fault();
      return logger.log('error', 'connection_error', { error_type: errorType(stop.error), error: stop.error });
    case 'cancelled':
      return logger.log('info', 'run_cancelled');
    case 'shutdown':
      return logger.log('info', 'shutdown_requested');
  }
}

function errorType(error: NodeJS.ErrnoException): string {
  return error.code ?? error.name;
}
