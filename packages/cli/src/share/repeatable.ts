/**
 * Which requests may be sent a second time when nobody knows whether the first was carried out: those that leave the same
 * behind however often they are. A memory is recognised by its key alone, and an update makes a version each time, so their
 * callers are told instead.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { describeError, type ZapomniTool } from '@zapomni/mcp';
import { toolGroups } from '@zapomni/mcp/tools';
import type { Message, Request } from './conversation.ts';

export function isRepeatable({ method, params }: Request): boolean {
  if (method !== 'tools/call') return true;
  const tools: readonly ZapomniTool[] = Object.values(toolGroups).flat();
  const tool = tools.find(({ name }) => name === params?.['name']);
  // What does not exist has changed nothing.
  if (tool === undefined || tool.annotations.readOnlyHint) return true;
  if (tool.name === 'set_current_workspace') return true;
  return tool.name === 'add_memory' && hasKeys(params?.['arguments']);
}

/** Adding a key again changes nothing. */
function hasKeys(args: unknown): boolean {
  if (!isRecord(args)) return false;
  const drafts: unknown[] = Array.isArray(args['items']) ? args['items'] : [args];
  return drafts.every((draft) => isRecord(draft) && typeof draft['key'] === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The answer to a call whose outcome is lost: a result, because that is what a model gets to read. */
export function uncertain({ id, params }: Request): Message {
  const {
    code,
    message,
    hint,
    retryable,
    class: kind,
  } = describeError(
    new ZapomniError('STORE_UNAVAILABLE', 'The server ended before it answered: this may or may not have been done.', {
      hint: 'Look whether it has (search_memory, get_memory), and call again if not.',
    }),
  );
  return {
    jsonrpc: '2.0',
    id,
    result: {
      content: [{ type: 'text', text: `${code}: ${message} ${hint}` }],
      isError: true,
      _meta: { error: { code, message, hint, retryable, class: kind, tool: String(params?.['name']) } },
    },
  };
}
