/** What every reader of past sessions must do, on one story that is written down in the way of each program. */
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  BrokenPlace,
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptSource,
} from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { story, storyOf, type RecordedProgram } from '../transcripts/index.ts';

const STORY = storyOf('/srv/shop');

export function transcriptSourceContract(name: string, source: TranscriptSource, recorded: RecordedProgram): void {
  describe(`transcript source contract: ${name}`, () => {
    let home: string;
    let place: TranscriptPlace;
    beforeEach(() => {
      home = mkdtempSync(path.join(tmpdir(), 'zapomni-transcripts-'));
      place = { platform: 'linux', home, env: {} };
    });
    afterEach(() => rmSync(home, { recursive: true, force: true }));

    const written = (): TranscriptFile => factsOf(source.client, recorded.write(home, STORY));

    it('finds sessions where they lie, and knows their files by what is in them', async () => {
      expect(await all(source.find(place))).toEqual([]);
      const file = written();
      const found = await all(source.find(place));
      expect(found.map((one) => one.path).includes(file.path)).toBe(recorded.isFound);
      for (const one of found)
        expect(one).toMatchObject({ client: source.client, version: expect.any(String) as string });
      expect(await source.takes(file.path)).toBe(true);
      expect(await source.takes(path.join(home, 'absent.jsonl'))).toBe(false);
      expect(await source.takes(home)).toBe(false);
    });

    it('gives what was said and finally answered, of the branch that was kept, with times and folder', async () => {
      expect(await all(source.read(written()))).toEqual(expected(recorded));
    });

    it('gives nothing else from any of its files', async () => {
      const file = written();
      const files = [...new Map([file, ...(await all(source.find(place)))].map((one) => [one.path, one])).values()];
      const items = await Promise.all(files.map((one) => all(source.read(one))));
      const text = JSON.stringify(items);
      for (const words of story.NEVER) expect(text).not.toContain(words);
      expect(text).toContain(story.ANSWER);
    });

    it('gives the same again, and touches nothing', async () => {
      const file = written();
      const before = fingerprint(home);
      const first = await all(source.read(file));
      expect(await all(source.read(file))).toEqual(first);
      expect(fingerprint(home)).toBe(before);
    });

    it('names what is broken, and counts the bytes it has read', async () => {
      const file = written();
      const broken: BrokenPlace[] = [];
      let bytes = 0;
      await all(source.read(file, { onBroken: (one) => broken.push(one), onBytes: (read) => void (bytes += read) }));
      expect(broken.map(({ why }) => why)).toEqual(recorded.broken ? [recorded.broken.why] : []);
      for (const { where } of broken) expect(where).not.toContain(home);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(file.bytes);
    });

    it('reads what there is of a file that is cut off, emptied or nonsense', async () => {
      const file = written();
      for (const size of [Math.floor(file.bytes * 0.7), Math.floor(file.bytes * 0.2), 1]) {
        truncateSync(file.path, size);
        const items = await all(source.read(factsOf(source.client, file.path)));
        for (const words of story.NEVER.filter((one) => one !== story.TAKEN_BACK && one !== story.LOOKING))
          if (!words.startsWith('Tabs')) expect(JSON.stringify(items)).not.toContain(words);
      }
      writeFileSync(file.path, '');
      expect(await all(source.read(factsOf(source.client, file.path)))).toEqual([]);
      writeFileSync(file.path, 'nonsense\n\0\n');
      const broken: BrokenPlace[] = [];
      const nonsense = source.read(factsOf(source.client, file.path), { onBroken: (one) => broken.push(one) });
      expect(await all(nonsense)).toEqual([]);
      expect(broken.length).toBeGreaterThan(0);
      rmSync(file.path);
      expect(await all(source.read(file, { onBroken: (one) => broken.push(one) }))).toEqual([]);
    });

    it('ends when it is told to', async () => {
      const file = written();
      await expect(all(source.read(file, { signal: AbortSignal.abort() }))).rejects.toThrow(/abort/i);
    });

    const { grow } = recorded;
    it.skipIf(!grow)(
      'reads a session that goes on: half a line is not broken, and the rest is one turn more',
      async () => {
        const file = written();
        const before = await all(source.read(file));
        const { half, rest } = grow?.(file.path, STORY) ?? { half: '', rest: '' };
        appendFileSync(file.path, half);
        const broken: BrokenPlace[] = [];
        const onBroken = (one: BrokenPlace): void => void broken.push(one);
        expect(await all(source.read(factsOf(source.client, file.path), { onBroken }))).toEqual(before);
        expect(broken).toHaveLength(recorded.broken ? 1 : 0);
        appendFileSync(file.path, rest);
        // What was there at the start is read, and no more.
        expect(await all(source.read(file))).toEqual(before);
        const after = await all(source.read(factsOf(source.client, file.path)));
        expect(after.slice(0, -1)).toEqual(before);
        expect(after.at(-1)).toMatchObject({ user: 'And then?', answer: '', index: 3 });
      },
    );
  });
}

function expected({ client, says }: RecordedProgram): TranscriptItem[] {
  const about = (minutes: number) => ({
    client,
    session: STORY.session,
    at: says.times ? new Date(story.at(minutes)) : null,
    folder: says.folder ? STORY.folder : null,
  });
  const summary = { ...about(5), summary: story.SUMMARY };
  // The turn before it is told when the next one begins.
  const turns = [
    { minutes: client === 'codex' ? 1 : 0, user: story.QUESTION, answer: story.ANSWER },
    { minutes: 4, user: story.INSTEAD, answer: story.INSTEAD_ANSWER },
    { minutes: 7, user: story.LAST, answer: story.LAST_ANSWER },
  ].map(({ minutes, user, answer }, index) => ({ ...about(minutes), index, user, answer }));
  return says.summary ? [turns[0] as TranscriptItem, summary, ...turns.slice(1)] : turns;
}

function factsOf(client: string, file: string): TranscriptFile {
  const { size, mtimeMs } = statSync(file);
  return { client, path: file, bytes: size, modifiedAt: mtimeMs, version: `${size}:${mtimeMs}` };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Of every file: its name, its bytes and when it was written. */
function fingerprint(folder: string): string {
  const files = globSync('**/*', { cwd: folder }).toSorted();
  return JSON.stringify(
    files.map((name) => {
      const file = path.join(folder, name);
      const stat = statSync(file);
      return [name, stat.isFile() ? [stat.mtimeMs, readFileSync(file).toString('base64')] : null];
    }),
  );
}
