import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { PipedServer } from '../testing/piped-server.ts';
import { broken, echo } from '../testing/sample-tools.ts';

describe('the ledger', () => {
  const good = { id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'a' } } };
  const bad = { id: 1, method: 'tools/call', params: { name: 'broken' } };

  test('counts requests, protocol errors and failed tools apart, these by class', async () => {
    verifies('R014', 'R015', 'R054', 'R172', 'R173');
    const { server } = new PipedServer({ tools: [echo, broken] });
    await server.handleRequest(good);
    await server.handleRequest(bad);
    await server.handleRequest({ ...good, params: { name: 'echo' } });
    await server.handleRequest({ id: 1, method: 'nope' });
    await server.handleRequest('unreadable');
    expect(server.getStats()).toMatchObject({
      total_requests: 4,
      total_errors: 4,
      protocol_errors: 2,
      tool_errors: 2,
      errors_by_class: { processing: 1, validation: 1 },
      error_rate: 0.8,
    });
    expect(server.getStats().average_latency_ms).toBeGreaterThan(0);
  });

  test('warns once when too many fail, and again only after it was calm', async () => {
    verifies('R173');
    const { server, logger } = new PipedServer({ tools: [echo, broken] });
    const send = async (message: object, times: number) => {
      for (let n = 0; n < times; n += 1) await server.handleRequest(message);
    };
    await send(bad, 1);
    await send(good, 18);
    expect(logger.of('error_rate_high')).toEqual([]);
    await send(bad, 1);
    expect(logger.of('error_rate_high')).toMatchObject([{ level: 'warning', error_rate: 0.1, requests: 20 }]);
    await send(bad, 5);
    expect(logger.of('error_rate_high')).toHaveLength(1);
    await send(good, 100);
    expect(server.getStats().error_rate).toBe(0);
    await send(bad, 5);
    expect(logger.of('error_rate_high')).toHaveLength(1);
    await send(bad, 1);
    expect(logger.of('error_rate_high')).toHaveLength(2);
  });

  test('the threshold can be set', async () => {
    const { server, logger } = new PipedServer({ tools: [broken], errorRateWarning: 1 });
    for (let n = 0; n < 30; n += 1) await server.handleRequest(bad);
    expect(logger.of('error_rate_high')).toEqual([]);
  });
});
