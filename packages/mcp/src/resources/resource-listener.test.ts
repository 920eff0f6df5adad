import type { AppEvent } from '@zapomni/core';
import type { ChangeKind } from '@zapomni/core/model';
import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceListener } from './resource-listener.ts';

const WATCHED = [
  'memory://a',
  'knowledge://a',
  'memory://b',
  'memory://recent',
  'knowledge://recent',
  'memory://knowledge-graph',
  'workspace://default',
  'workspace://other',
];

describe('ResourceListener', () => {
  let subscribed: number;
  let tell: (event: AppEvent) => unknown;
  let told: string[];
  let listener: ResourceListener;
  beforeEach(() => {
    subscribed = 0;
    told = [];
    listener = new ResourceListener({
      events: {
        subscribe(hear) {
          subscribed++;
          tell = hear;
          return { ready: Promise.resolve(), close: () => subscribed-- };
        },
      },
      notify: (uri) => told.push(uri),
    });
  });
  const settled = async () => {
    await Promise.resolve();
    return told.splice(0);
  };
  const event = (kind: ChangeKind, ...ids: string[]): AppEvent => {
    return { kind, workspace: 'default', ids, cause: 'call', by: null };
  };

  it('listens once, from the first subscriber to the last', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    await listener.follow('memory://recent', AbortSignal.abort());
    expect(subscribed).toBe(0);
    await listener.follow('memory://recent', one.signal);
    await listener.follow('memory://recent', two.signal);
    expect(subscribed).toBe(1);
    one.abort();
    expect(subscribed).toBe(1);
    two.abort();
    expect(subscribed).toBe(0);
    await listener.follow('memory://recent', new AbortController().signal);
    expect(subscribed).toBe(1);
  });

  it.each<[AppEvent, string[]]>([
    [event('memory.added', 'c'), [...WATCHED.slice(3, 6), 'workspace://default']],
    [event('memory.added'), [...WATCHED.slice(3, 6), 'workspace://default']],
    [event('memory.changed'), [...WATCHED.slice(0, 6), 'workspace://default']],
    [event('memory.changed', 'a', 'c'), ['memory://a', 'knowledge://a', ...WATCHED.slice(3, 6), 'workspace://default']],
    [event('memory.removed', 'b'), ['memory://b', ...WATCHED.slice(3, 6), 'workspace://default']],
    [event('memory.extracted', 'a'), ['knowledge://a']],
    [event('workspace.created'), [...WATCHED.slice(3, 6), 'workspace://default']],
    [event('workspace.cleared'), [...WATCHED.slice(0, 6), 'workspace://default']],
    [event('workspace.removed'), [...WATCHED.slice(0, 6), 'workspace://default']],
    [event('graph.changed', 'person:ada'), ['memory://knowledge-graph']],
    [event('record.changed', 'bookmarks/a'), []],
    [event('work.changed', 'a'), []],
    [{ kind: 'overflow' }, WATCHED],
  ])('$kind $ids', async (happened, expected) => {
    for (const uri of WATCHED) await listener.follow(uri, new AbortController().signal);
    tell(happened);
    expect(await settled()).toEqual(expected);
  });

  it('tells each address once for what happens in one go, and nobody who has left meanwhile', async () => {
    const gone = new AbortController();
    await listener.follow('memory://recent', new AbortController().signal);
    await listener.follow('memory://a', gone.signal);
    tell(event('memory.added', 'c'));
    tell(event('memory.changed', 'a'));
    gone.abort();
    expect(await settled()).toEqual(['memory://recent']);
    tell(event('memory.changed', 'c'));
    expect(await settled()).toEqual(['memory://recent']);
  });
});
