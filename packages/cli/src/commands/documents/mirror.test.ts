/** `zapomni mirror` on real stores, and what is left of one that was killed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runWithWire } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { wireApp } from '../../wire/wire.ts';

afterAll(removeTemporaryFolders);

const notesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.md'));

describe('mirror', () => {
  let [home, notes]: [string, string] = ['', ''];
  beforeEach(() => {
    home = temporaryFolder();
    notes = path.join(home, 'notes');
  });
  const wire = (config: Config, logger: Logger): App => wireApp(config, logger, createFakeEmbedder());
  const zapomni = (...argv: string[]) => {
    const env = { ZAPOMNI_DATA_DIR: path.join(home, 'data'), ZAPOMNI_GRAPH: 'off' };
    return runWithWire(argv, { env, wire });
  };
  const out = async (...argv: string[]) => {
    const { status, stdout, stderr } = await zapomni(...argv);
    return [status, stdout.trim(), stderr.trim()];
  };

  it('writes, takes, deletes when told, and reports each', async () => {
    await zapomni('add', 'We move in May.');
    expect(await out('mirror', notes, '--dry-run')).toEqual([0, '1 note written.', '']);
    expect(existsSync(notes)).toBe(false);
    expect(await out('mirror', notes)).toEqual([0, '1 note written.', '']);
    const [name = ''] = notesIn(notes);
    writeFileSync(path.join(notes, name), readFileSync(path.join(notes, name), 'utf8').replace('May', 'June'));
    writeFileSync(path.join(notes, 'tea.md'), 'Green tea.\n');
    expect(await out('mirror', notes)).toEqual([0, '0 notes written, 1 taken from files, 1 new from files.', '']);
    expect((await zapomni('search', 'June')).stdout).toContain('We move in June.');
    rmSync(path.join(notes, 'tea.md'));
    expect(await out('mirror', notes)).toEqual([
      0,
      '0 notes written, 1 unchanged, 1 gone.',
      'tea.md: gone; its memory is deleted later, or now with --delete.',
    ]);
    expect(await out('mirror', notes, '--delete')).toEqual([0, '0 notes written, 1 memory deleted, 1 unchanged.', '']);
    writeFileSync(path.join(notes, 'again.md'), 'Green tea.\n');
    const { stdout } = await zapomni('mirror', notes, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ added: 0, forgotten: ['again.md'], unchanged: 1, skipped: [] });
  });

  it('asks before it takes in what is there already', async () => {
    mkdirSync(notes);
    writeFileSync(path.join(notes, 'tea.md'), 'Green tea.\n');
    const [status, , words] = await out('mirror', notes);
    expect([status, words]).toEqual([2, expect.stringMatching(/holds 1 note .*--yes/)]);
    expect(readdirSync(notes)).toEqual(['tea.md']);
    expect(await out('mirror', notes, '--yes')).toEqual([0, '0 notes written, 1 new from files.', '']);
  });

  it.each([
    [['mirror'], 2, /exactly one/],
    [['mirror', 'FOLDER', '--grace', '0'], 2, /--grace/],
    [['mirror', 'FOLDER', '--grace', '3', '--delete'], 2, /contradicts/],
    [['mirror', 'HOME'], 2, /the store lies there/],
  ])('%j says what is wrong', async (argv, status, words) => {
    await zapomni('add', 'Something.');
    const refused = await zapomni(...argv.map((word) => word.replace('FOLDER', notes).replace('HOME', home)));
    expect([refused.status, refused.stderr]).toEqual([status, expect.stringMatching(words)]);
  });
});

describe('a mirroring that is killed', () => {
  const NOTES = 150;
  const EDITED = 20;
  const NEW = 30;

  it('is gone on with: every memory has one note, and every edit is there', async () => {
    const random = trialRandom();
    const home = temporaryFolder();
    const [dataDir, notes] = [path.join(home, 'data'), path.join(home, 'notes')];
    const env = { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_GRAPH: 'off', ZAPOMNI_EMBED_WAIT_MS: '0' };
    const test = openTestDeps({ dataDir });
    const app = createApp(test.deps);
    const drafts = Array.from({ length: NOTES }, (_, i) => ({ text: `Saying number ${i}.` }));
    await app.memories.add({ workspace: 'default', drafts, batch: true });
    const start = () => startZapomni(['mirror', notes, '--yes'], { env });
    const killWhen = async (holds: () => boolean) => {
      const child = start();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await Promise.race([condition(holds), ended]);
      child.kill('SIGKILL');
      await ended;
    };
    const some = EDITED + Math.floor(random() * (NOTES - 2 * EDITED - 50));
    await killWhen(() => existsSync(notes) && notesIn(notes).length >= some);
    expect(notesIn(notes).length).toBeLessThan(NOTES);
    // Edits of those that are there, and new ones; killed again while they are taken.
    for (const name of notesIn(notes).slice(0, EDITED)) {
      const file = path.join(notes, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('Saying', 'Edited saying'));
    }
    for (let i = 0; i < NEW; i++) writeFileSync(path.join(notes, `new ${i}.md`), `New saying ${i}.\n`);
    const isNamed = (i: number) => readFileSync(path.join(notes, `new ${i}.md`), 'utf8').includes('memory_id');
    const named = Math.floor(random() * NEW);
    await killWhen(() => isNamed(named));
    const last = await runZapomni(['mirror', notes], { env });
    expect([last.status, last.stderr]).toEqual([0, expect.not.stringContaining('conflict')]);
    const again = await runZapomni(['mirror', notes, '--json'], { env });
    expect(JSON.parse(again.stdout)).toMatchObject({
      written: 0,
      updated: 0,
      added: 0,
      conflicts: [],
      unchanged: NOTES + NEW,
    });
    const { items } = await app.memories.list({ workspace: 'default', limit: 1000 });
    const texts = items.map(({ preview }) => preview);
    expect(texts.filter((text) => text.startsWith('Edited saying'))).toHaveLength(EDITED);
    expect(new Set(texts).size).toBe(NOTES + NEW);
    await app.close();
    await test.close();
  }, 180_000);
});
