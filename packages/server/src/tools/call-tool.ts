/**
 * `tools/call`: find the tool, check the arguments, run it within its time, check and wrap what it returns. A call that is
 * not well-formed is a protocol error; everything that goes wrong with a known tool is a result with `isError`, because
 * that is what a model gets to read.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { rankOf } from '../dispatch/caller-scope.ts';
import type { CompiledTool } from './compiled-tool.ts';
import {
  INTERNAL_REPORT,
  reportOf,
  toErrorResult,
  type DescribeError,
  type ErrorReport,
} from '../protocol/error-report.ts';
import { fingerprint } from '../protocol/fingerprint.ts';
import { InputRequired } from '../client/input-required.ts';
import { isObject, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import { CancelledError, TimeLimitError, withinTime } from '../dispatch/time-limit.ts';
import { checkArguments, type CheckedInput, type ToolRegistry } from './tool-registry.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';

export interface ToolCallSettings {
  readonly tools: ToolRegistry;
  readonly timeoutMs: number;
  readonly describeError: DescribeError;
}

export async function callTool(
  settings: ToolCallSettings,
  params: JsonObject,
  context: HandlerContext,
): Promise<JsonObject | InputRequired> {
  const compiled = findTool(settings.tools, params, context);
  const { tool } = compiled;
  if (rankOf(context.caller) < compiled.rank) return refuseScope(tool, context);
  const checked = checkArguments(compiled, readArguments(params));
  if ('report' in checked) {
    context.logger.log('warning', 'invalid_arguments', {
      tool_name: tool.name,
      fields: checked.report.issues?.map(({ field }) => field),
    });
    return toErrorResult(checked.report, tool.name, randomUUID());
  }
  return runTool(settings, compiled, checked, context);
}

function refuseScope({ name, scope = 'write' }: Tool, { logger, caller }: HandlerContext): JsonObject {
  logger.log('warning', 'insufficient_scope', { tool_name: name, required_scope: scope, subject: caller.subject });
  const report: ErrorReport = {
    code: 'INSUFFICIENT_SCOPE',
    message: `${name} needs the scope "${scope}", which this client has not been given.`,
    hint: `Use a token with the scope "${scope}".`,
    retryable: false,
    class: 'authorization',
  };
  return toErrorResult(report, name, randomUUID());
}

function findTool(tools: ToolRegistry, params: JsonObject, { logger, caller }: HandlerContext): CompiledTool {
  const name = params['name'];
  if (typeof name !== 'string' || name === '') {
    logger.log('warning', 'missing_tool_name');
    throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: missing tool name');
  }
  const tool = tools.get(name);
  if (tool) return tool;
  const shown = name.slice(0, 100);
  logger.log('warning', 'tool_not_found', { tool_name: shown });
  throw new RpcError(RPC_ERROR.invalidParams, `Unknown tool: ${shown}`, {
    available_tools: tools.namesFor(rankOf(caller)),
  });
}

/** Arguments may be left out: a tool may need none. */
function readArguments(params: JsonObject): JsonObject {
  const given = params['arguments'] ?? {};
  if (isObject(given) && params['arguments'] !== null) return given;
  throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: arguments must be an object');
}

async function runTool(
  settings: ToolCallSettings,
  { tool, output }: CompiledTool,
  { input, inWords }: CheckedInput,
  context: HandlerContext,
): Promise<JsonObject | InputRequired> {
  const { logger } = context;
  logger.log('info', 'executing_tool', { tool_name: tool.name, ...fingerprint(input) });
  try {
    const returned = await withinTime(context.signal, tool.timeoutMs ?? settings.timeoutMs, async (signal) =>
      tool.execute(input, toToolContext(context, signal)),
    );
    if (returned instanceof InputRequired) {
      logger.log('info', 'tool_needs_input', { tool_name: tool.name, requests: Object.keys(returned.requests) });
      return returned;
    }
    const result = toResult(output, returned);
    logger.log('info', 'tool_execution_success', {
      tool_name: tool.name,
      text_bytes: Buffer.byteLength(returned.text),
    });
    return result;
  } catch (error) {
    const correlationId = randomUUID();
    const report = inWords(toReport(error, settings.describeError));
    const fields = { tool_name: tool.name, code: report.code, correlation_id: correlationId, error };
    logger.log(error instanceof CancelledError ? 'info' : 'error', 'tool_execution_failed', fields);
    return toErrorResult(report, tool.name, correlationId);
  }
}

function toToolContext(context: HandlerContext, signal: AbortSignal): ToolContext {
  const { session, caller, requestId, logger, log, progress, clientCapabilities, answers, carried, closeStream } =
    context;
  const facts = { signal, session, caller, requestId, logger, log, progress, clientCapabilities, answers, carried };
  return closeStream === undefined ? facts : { ...facts, closeStream };
}

class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** What was checked is what is sent, so that the client's own check of the output cannot come out differently. */
function toResult(output: z.ZodType | undefined, { text, structured, content }: ToolResult): JsonObject {
  const blocks = content ?? [{ type: 'text', text }];
  if (output) return { content: blocks, structuredContent: checkOutput(output, structured), isError: false };
  return { content: blocks, ...(structured === undefined ? {} : { structuredContent: structured }), isError: false };
}

function checkOutput(output: z.ZodType, structured: unknown): JsonObject {
  const parsed = output.safeParse(structured);
  if (parsed.success) return parsed.data as JsonObject;
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  throw new OutputError(`The structured output does not match the output schema: ${fields.join(', ')}`);
}

function toReport(error: unknown, describe: DescribeError): ErrorReport {
  if (error instanceof TimeLimitError) {
    return {
      code: 'TIMEOUT',
      message: `${error.message}.`,
      hint: 'Retry with less work.',
      retryable: true,
      class: 'timeout',
    };
  }
  if (error instanceof CancelledError) {
    return { code: 'CANCELLED', message: error.message, retryable: false, class: 'cancelled' };
  }
  return error instanceof OutputError ? INTERNAL_REPORT : reportOf(error, describe);
}
