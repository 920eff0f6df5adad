/** The thread with the processor of styles, which is loaded by the first request. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import { toCsl, type CslItem } from '@zapomni/core/model';
import type { StyledItem } from '@zapomni/core/ports';
import { openEngines, type Engines } from '../engine/engines.ts';
import { LOADING, type Gate } from '../../system/gated-worker.ts';
import type { StyleFailure, StyleMessage, StyleReply } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only');

const gate = new Int32Array((workerData as Gate).buffer);
let engines: Promise<Engines> | undefined;
let items: CslItem[] = [];

port.on('message', (message: StyleMessage) => {
  if (message.kind === 'end') port.close();
  else if (message.kind === 'items') items.push(...message.items.map(toItem));
  else void answer(message).then((reply) => port.postMessage(reply));
});
Atomics.store(gate, LOADING, 0);

function toItem(item: StyledItem): CslItem {
  return 'csl' in item ? item.csl : toCsl(item.item, item.id);
}

async function answer(message: Exclude<StyleMessage, { kind: 'end' | 'items' }>): Promise<StyleReply> {
  const given = items;
  items = [];
  try {
    const opened = await (engines ??= load());
    if (message.kind === 'locales') return { locales: opened.localeNames() };
    if (given.length !== message.count) throw new Error('items were lost with an earlier thread');
    return { styled: opened.format({ ...message, items: given }) };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/** A thread that loads modules may not be ended. */
async function load(): Promise<Engines> {
  Atomics.store(gate, LOADING, 1);
  try {
    return await openEngines();
  } finally {
    Atomics.store(gate, LOADING, 0);
  }
}

/** What the processor throws is about the style or an item, and often a text. */
function toFailure(error: unknown): StyleFailure {
  const known =
    error instanceof ZapomniError
      ? error
      : new ZapomniError('INVALID_INPUT', 'style: the items cannot be written in this style.', {
          hint: 'Try another style, or fewer items to find the one that it fails for; the log says more.',
          issues: [{ field: 'style', error: 'cannot be used for these items' }],
          cause: error,
        });
  const { code, message, hint, issues, cause } = toZapomniError(known);
  return { code, message, hint, issues, cause: cause === undefined ? '' : inspect(cause) };
}
