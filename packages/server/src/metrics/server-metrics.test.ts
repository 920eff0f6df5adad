import { verifies } from '@zapomni/testkit/verifies';
import { register } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createServerMetrics, type ServerMetrics } from './server-metrics.ts';

const create = (processMetrics = false) =>
  createServerMetrics({ isTool: (name) => name === 'echo' || name === 'sleep', processMetrics });

/** The page as Prometheus reads it: `name{labels} value` per line, everything else a comment. */
async function samples(metrics: ServerMetrics): Promise<Map<string, number>> {
  const { body } = await metrics.render();
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([a-zA-Z_:][\w:]*(?:\{(?:\w+="[^"]*",?)*\})?) (\S+)$/.exec(line) ?? [];
      if (name === '') expect.fail(`unreadable: ${line}`);
      return [name, value === '+Inf' ? Infinity : Number(value)];
    }),
  );
}

const series = async (metrics: ServerMetrics, name: string) =>
  [...(await samples(metrics)).keys()].filter((key) => key.startsWith(name));

describe('the metrics', () => {
  test('are a page that Prometheus can read, each with its help and type', async () => {
    verifies('R195');
    const metrics = create();
    metrics.requestDone({ method: 'tools/list', seconds: 0.01, outcome: 'ok' });
    const { contentType, body } = await metrics.render();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    const named = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
    expect(named).toEqual([
      ['mcp_request_seconds', 'histogram'],
      ['tool_executions_total', 'counter'],
      ['tool_execution_seconds', 'histogram'],
      ['http_requests_total', 'counter'],
      ['http_request_seconds', 'histogram'],
    ]);
    for (const [name] of named) expect(body).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect((await samples(metrics)).get('mcp_request_seconds_count{method="tools/list",outcome="ok"}')).toBe(1);
  });

  test('tool runs are a histogram of seconds and a counter, by tool and outcome', async () => {
    verifies('R302');
    const metrics = create();
    const call = { method: 'tools/call', tool: 'echo' };
    metrics.requestDone({ ...call, seconds: 0.02, outcome: 'ok' });
    metrics.requestDone({ ...call, seconds: 2, outcome: 'ok' });
    metrics.requestDone({ ...call, seconds: 0.5, outcome: 'tool_error' });
    metrics.requestDone({ ...call, tool: 'sleep', seconds: 1, outcome: 'cancelled' });
    const page = await samples(metrics);
    expect(page.get('tool_executions_total{tool="echo",outcome="ok"}')).toBe(2);
    expect(page.get('tool_executions_total{tool="echo",outcome="tool_error"}')).toBe(1);
    expect(page.get('tool_executions_total{tool="sleep",outcome="cancelled"}')).toBe(1);
    expect(page.get('tool_execution_seconds_bucket{le="0.01",tool="echo",outcome="ok"}')).toBe(0);
    expect(page.get('tool_execution_seconds_bucket{le="0.025",tool="echo",outcome="ok"}')).toBe(1);
    expect(page.get('tool_execution_seconds_bucket{le="+Inf",tool="echo",outcome="ok"}')).toBe(2);
    expect(page.get('tool_execution_seconds_sum{tool="echo",outcome="ok"}')).toBeCloseTo(2.02);
  });

  test('names that clients make up create no series', async () => {
    verifies('R302');
    const metrics = create();
    for (let n = 0; n < 1000; n += 1) {
      metrics.requestDone({ method: 'tools/call', tool: `made-up-${n}`, seconds: 0, outcome: 'protocol_error' });
      metrics.requestDone({ method: `made/up-${n}`, seconds: 0, outcome: 'protocol_error' });
      metrics.httpRequestDone({ route: `/made-up-${n}`, status: 1000 + n, seconds: 0 });
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'a"} 1\ninjected{b="', '']) {
      metrics.requestDone({ method: name, tool: name, seconds: 0, outcome: 'protocol_error' });
      metrics.httpRequestDone({ route: name, status: Number.NaN, seconds: 0 });
    }
    expect(await series(metrics, 'tool_')).toEqual([]);
    expect(await series(metrics, 'mcp_request_seconds_count')).toEqual([
      'mcp_request_seconds_count{method="tools/call",outcome="protocol_error"}',
      'mcp_request_seconds_count{method="other",outcome="protocol_error"}',
    ]);
    expect(await series(metrics, 'http_requests_total')).toEqual(['http_requests_total{route="other",status="other"}']);
  });

  test('HTTP requests are counted by route and status', async () => {
    const metrics = create();
    metrics.httpRequestDone({ route: '/mcp', status: 200, seconds: 0.1 });
    metrics.httpRequestDone({ route: '/mcp', status: 200, seconds: 0.1 });
    metrics.httpRequestDone({ route: '/mcp', status: 401, seconds: 0.1 });
    const page = await samples(metrics);
    expect(page.get('http_requests_total{route="/mcp",status="200"}')).toBe(2);
    expect(page.get('http_requests_total{route="/mcp",status="401"}')).toBe(1);
    expect(page.get('http_request_seconds_count{route="/mcp"}')).toBe(3);
    const own = createServerMetrics({ isTool: () => false, routes: ['/own'] });
    own.httpRequestDone({ route: '/own', status: 200, seconds: 0 });
    own.httpRequestDone({ route: '/mcp', status: 200, seconds: 0 });
    expect(await series(own, 'http_requests_total')).toEqual([
      'http_requests_total{route="/own",status="200"}',
      'http_requests_total{route="other",status="200"}',
    ]);
  });

  test('gauges are asked at every reading, and show what is there now', async () => {
    const metrics = create();
    let pending = 3;
    let sessions: Record<string, number> = { active: 2, opened: 5 };
    metrics.gauge('pending_embeddings', 'Memories without a vector.', async () => pending);
    metrics.watchSessions(() => sessions);
    metrics.watchQueues(async () => ({ tool_calls: 4 }));
    let page = await samples(metrics);
    expect(page.get('pending_embeddings')).toBe(3);
    expect(page.get('mcp_sessions{state="active"}')).toBe(2);
    expect(page.get('mcp_queue_size{queue="tool_calls"}')).toBe(4);
    pending = 0;
    sessions = { active: 1 };
    page = await samples(metrics);
    expect(page.get('pending_embeddings')).toBe(0);
    expect(page.get('mcp_sessions{state="active"}')).toBe(1);
    expect(page.has('mcp_sessions{state="opened"}')).toBe(false);
  });

  test('times of anything else are told apart by their label', async () => {
    const metrics = create();
    const observe = metrics.histogram('store_seconds', 'Calls to the store.', 'call');
    observe('texts.search', 0.2);
    observe('texts.search', 0.002);
    const page = await samples(metrics);
    expect(page.get('store_seconds_count{call="texts.search"}')).toBe(2);
    expect(page.get('store_seconds_bucket{le="0.005",call="texts.search"}')).toBe(1);
    expect(() => metrics.histogram('store_seconds', 'Again.', 'call')).toThrow('exists already');
  });

  test('a number that cannot be had leaves a gap and spoils nothing else', async () => {
    const metrics = createServerMetrics({ isTool: () => false, gaugePatienceMs: 20 });
    metrics.gauge('broken', 'Throws.', () => {
      throw new Error('no');
    });
    metrics.gauge('rejected', 'Rejects.', () => Promise.reject(new Error('no')));
    metrics.gauge('odd', 'No number.', () => 'many' as never);
    metrics.gauge('stuck', 'Never answers.', () => new Promise(() => undefined));
    metrics.gauge('fine', 'Works.', () => 7);
    metrics.watchSessions(() => Promise.reject(new Error('no')));
    const page = await samples(metrics);
    for (const name of ['broken', 'rejected', 'odd', 'stuck']) expect(page.get(name)).toBeNaN();
    expect(page.get('fine')).toBe(7);
    expect(await series(metrics, 'mcp_sessions')).toEqual([]);
  });

  test('a name is taken once, and two servers in one process do not meet', async () => {
    const metrics = create();
    metrics.gauge('size', 'A.', () => 1);
    expect(() => metrics.gauge('size', 'B.', () => 2)).toThrow(expect.objectContaining({ code: 'DUPLICATE_NAME' }));
    expect(() => metrics.gauge('tool_executions_total', 'B.', () => 2)).toThrow(/exists already/);
    const other = create();
    other.gauge('size', 'A.', () => 5);
    metrics.requestDone({ method: 'ping', seconds: 0, outcome: 'ok' });
    expect((await samples(other)).get('size')).toBe(5);
    expect(await series(other, 'mcp_request_seconds_count')).toEqual([]);
    expect(register.getMetricsAsArray()).toEqual([]);
  });

  test('the process is measured on request', async () => {
    expect(await series(create(), 'process_')).toEqual([]);
    expect((await samples(create(true))).get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });
});
