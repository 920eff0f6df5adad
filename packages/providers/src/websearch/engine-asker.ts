/** One question to an engine: its answer as JSON, or a failure in words that say what to do. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Web, WebSearchResult } from '@zapomni/core/ports';
import { cleanLine } from '../sources/parse/clean-text.ts';
import { fieldsOf, textOf, type Fields } from '../sources/parse/pick.ts';

export interface EngineQuestion {
  /** As people call it. */
  readonly called: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What 401, 403 and the like mean there. */
  readonly refused: { readonly setting: string; readonly what: string; readonly hint: string };
  readonly signal?: AbortSignal | undefined;
}

const REFUSED = 400;
const NO_ENTRY = new Set([401, 403, 422]);
const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 30_000;

export async function askEngine(web: Web, question: EngineQuestion): Promise<Fields> {
  const { called, url, headers = {}, refused, signal } = question;
  const wanted = {
    as: 'text',
    accept: 'application/json',
    cache: 'off',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  } as const;
  const answer = await web.fetch({ ...wanted, url, headers, ...(signal ? { signal } : {}) });
  if (NO_ENTRY.has(answer.status)) {
    throw new ZapomniError('INVALID_CONFIG', `${called} ${refused.what}: see ${refused.setting}.`, {
      hint: refused.hint,
      issues: [{ field: refused.setting, error: refused.what }],
    });
  }
  if (answer.status >= REFUSED) throw failed(called, `answered with ${answer.status}`);
  return parsed(called, answer.body);
}

function parsed(called: string, body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body));
  } catch (cause) {
    throw failed(called, 'sent an answer that cannot be read', cause);
  }
}

export function failed(called: string, what: string, cause?: unknown): ZapomniError {
  return new ZapomniError('UPSTREAM_FAILED', `${called} ${what}.`, { hint: 'Try again later.', cause });
}

/** Null for what is no page of the web. */
export function toResult(
  title: unknown,
  url: unknown,
  more: readonly [snippet: unknown, published: unknown],
): WebSearchResult | null {
  const [address, [snippet, published]] = [textOf(url) ?? '', more];
  if (!/^https?:\/\//iu.test(address) || !URL.canParse(address)) return null;
  return {
    title: cleanLine(textOf(title)) ?? address,
    url: address,
    snippet: cleanLine(textOf(snippet)) ?? null,
    published: textOf(published) ?? null,
  };
}

/** `en-US` for `us`: the language that most people there read, as Unicode has it. */
export function localeOf(region: string): { readonly language: string; readonly country: string } {
  const [language, country] = region.includes('-') ? region.split('-') : [undefined, region];
  const code = (country ?? '').toUpperCase();
  const spoken = new Intl.Locale(`und-${code === 'UK' ? 'GB' : code}`).maximize().language;
  return { language: (language ?? spoken).toLowerCase(), country: code === 'UK' ? 'GB' : code };
}
