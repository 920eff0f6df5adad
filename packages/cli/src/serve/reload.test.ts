import type { Config } from '@zapomni/core/config';
import { parseConfig } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { createReload, type Reloadable } from './reload.ts';

function recorded() {
  const lines: Record<string, unknown>[] = [];
  const logger: Logger = {
    log: (level, event, fields) => void lines.push({ level, event, ...fields }),
    child: () => logger,
  };
  return { lines, logger };
}

const config = (values: Record<string, string> = {}): Config => parseConfig({ data_dir: '/data', ...values });

function part(names: Reloadable['names'], fault?: Error) {
  const taken: Config[] = [];
  const reloadable: Reloadable = {
    names,
    async prepare(next) {
      if (fault) throw fault;
      return () => {
        taken.push(next);
        return [];
      };
    },
  };
  return { reloadable, taken };
}

describe('reading the settings again', () => {
  it('applies what can be, and says what needs a restart', async () => {
    const { lines, logger } = recorded();
    const level = part(['log_level']);
    let read = config({ log_level: 'debug', tools: 'all', concurrency: '3' });
    const reload = createReload({ current: config(), read: () => read, parts: [level.reloadable], logger });
    await reload();
    expect(level.taken).toMatchObject([{ log_level: 'debug' }]);
    expect(lines).toEqual([
      { level: 'info', event: 'reload_started' },
      {
        level: 'info',
        event: 'configuration_reloaded',
        applied: ['log_level'],
        needs_restart: ['tools', 'concurrency'],
      },
    ]);
    read = config({ log_level: 'debug' });
    await reload();
    expect(lines.at(-1)).toMatchObject({ applied: [], needs_restart: [] });
  });

  it('changes nothing when the settings cannot be used, and goes on', async () => {
    const { lines, logger } = recorded();
    const level = part(['log_level']);
    let fault: ZapomniError | undefined = new ZapomniError('INVALID_CONFIG', 'LOG_LEVEL: takes debug, info.');
    const read = () => {
      if (fault) throw fault;
      return config({ log_level: 'error' });
    };
    const reload = createReload({ current: config(), read, parts: [level.reloadable], logger });
    await reload();
    expect(level.taken).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      event: 'reload_failed',
      message: 'LOG_LEVEL: takes debug, info.',
    });
    fault = undefined;
    await reload();
    expect(level.taken).toHaveLength(1);
  });

  it('changes no part when another part cannot take up its settings', async () => {
    const { lines, logger } = recorded();
    const good = part(['log_level']);
    const bad = part(['allowed_hosts'], new ZapomniError('INVALID_CONFIG', 'a host is wrong'));
    const parts = [good.reloadable, bad.reloadable];
    await createReload({ current: config(), read: () => config({ log_level: 'debug' }), parts, logger })();
    expect(good.taken).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ event: 'reload_failed', message: 'a host is wrong' });
  });
});
