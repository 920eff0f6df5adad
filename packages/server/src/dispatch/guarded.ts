import { randomUUID } from 'node:crypto';
import { reportOf, toErrorData, type DescribeError } from '../protocol/error-report.ts';
import { RPC_ERROR } from '../protocol/protocol.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import type { ServerLogger } from '../server-logger.ts';

/** Runs the application's code outside a tool: what it throws becomes a protocol error that tells no secrets. */
export async function guarded<T>(logger: ServerLogger, describe: DescribeError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const correlationId = randomUUID();
    const report = reportOf(error, describe);
    logger.log('error', 'unexpected_request_error', {
      error_type: error instanceof Error ? error.name : typeof error,
      correlation_id: correlationId,
      error,
    });
    throw new RpcError(RPC_ERROR.internal, report.message, toErrorData(report, correlationId));
  }
}
