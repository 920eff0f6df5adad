import { describe, expect, it } from 'vitest';
import type { Request } from './conversation.ts';
import { isRepeatable, uncertain } from './repeatable.ts';

const call = (name: string, args: object = {}): Request => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('a request without an answer', () => {
  it.each([
    ['search_memory', {}],
    ['get_stats', {}],
    ['set_current_workspace', { workspace_id: 'work' }],
    ['add_memory', { text: 'x', key: 'k' }],
    [
      'add_memory',
      {
        items: [
          { text: 'x', key: 'a' },
          { text: 'y', key: 'b' },
        ],
      },
    ],
    ['no_such_tool', {}],
  ])('%s %o is sent again', (name, args) => {
    expect(isRepeatable(call(name, args))).toBe(true);
  });

  it.each([
    ['add_memory', { text: 'x' }],
    ['add_memory', { items: [{ text: 'x', key: 'a' }, { text: 'y' }] }],
    ['update_memory', { memory_id: 'm', text: 'x' }],
    ['delete_memory', { memory_id: 'm', confirm: true }],
    ['clear_all', {}],
    ['create_workspace', {}],
    ['delete_workspace', {}],
  ])('%s %o is not: its caller is told that it may have been done', (name, args) => {
    expect(isRepeatable(call(name, args))).toBe(false);
    expect(uncertain(call(name, args))).toMatchObject({
      id: 7,
      result: { isError: true, _meta: { error: { code: 'STORE_UNAVAILABLE', retryable: true, tool: name } } },
    });
  });

  it('is sent again when it is no tool call', () => {
    expect(isRepeatable({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(true);
  });
});
