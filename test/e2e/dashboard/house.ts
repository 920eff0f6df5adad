/** A data folder with a page that is served and a browser to look at it: what each file of tests has for itself. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { packed } from '../packed.ts';
import { launch, open, startDashboard, stop, type Dashboard, type OpenedPage } from './opened-page.ts';

export interface House {
  readonly browser: Browser;
  readonly dataDir: string;
  readonly origin: string;
  /** The command on the data folder; what it printed. */
  zapomni(...args: string[]): string;
  /** Signed in with a code of its own. */
  open(options?: BrowserContextOptions & { readonly scope?: string }): Promise<OpenedPage>;
  /** As an agent does, over HTTP. */
  callTools(...calls: readonly (readonly [tool: string, args: Record<string, unknown>])[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function openHouse(texts: readonly string[] = [], ...flags: string[]): Promise<House> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
  const zapomni = (...args: string[]): string => {
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
    return execFileSync(node, [bin, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  };
  for (const text of texts) zapomni('add', text);
  const [browser, server] = await Promise.all([launch(), startDashboard(dataDir, ...flags)]);
  const { origin, port } = new URL(server.address);
  return {
    browser,
    dataDir,
    origin,
    zapomni,
    async open({ scope = 'admin', ...options } = {}) {
      const address = zapomni('dashboard', '--no-open', '--http-port', port, '--scope', scope).trim();
      const opened = await open(browser, address, options);
      await opened.page.getByText('Live', { exact: true }).waitFor();
      return opened;
    },
    callTools: (...calls) => callTools(origin, calls),
    close: () => close(browser, server, dataDir),
  };
}

async function close(browser: Browser, server: Dashboard, dataDir: string): Promise<void> {
  await browser.close();
  await stop(server);
  rmSync(dataDir, { recursive: true, force: true });
}

async function callTools(
  origin: string,
  calls: readonly (readonly [tool: string, args: Record<string, unknown>])[],
): Promise<unknown[]> {
  const client = new Client({ name: 'an agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
  try {
    const results: unknown[] = [];
    for (const [name, args] of calls) {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
      if (isError) throw new Error(JSON.stringify(content));
      results.push(structuredContent);
    }
    return results;
  } finally {
    await client.close();
  }
}

interface Told {
  readonly status: number;
  readonly body: unknown;
}

/** As the page itself would ask, with its token; the status and what was answered. */
export function askAs(page: Page, method: string, to: string, body?: unknown): Promise<Told> {
  return page.evaluate(
    async ([how, where, sent]) => {
      const { sessionStorage } = globalThis as unknown as { sessionStorage: { getItem(key: string): string } };
      const authorization = `Bearer ${sessionStorage.getItem('zapomni-token')}`;
      const headers = { authorization, ...(sent === null ? {} : { 'content-type': 'application/json' }) };
      const init = { method: how as string, headers, ...(sent === null ? {} : { body: sent as string }) };
      const response = await fetch(where as string, init);
      return { status: response.status, body: (await response.json()) as unknown };
    },
    [method, to, body === undefined ? null : JSON.stringify(body)] as const,
  );
}
