import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createProcesses } from './processes.ts';

const ENTRY = fileURLToPath(new URL('./testing/say-name.ts', import.meta.url));

describe('processes', () => {
  const processes = createProcesses();

  it('are known to be gone when they are, and not before', async () => {
    const child = fork(ENTRY);
    const [name] = (await once(child, 'message')) as [string];
    expect(await processes.isGone(name)).toBe(false);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await processes.isGone(name)).toBe(true);
  });

  it('are never gone that are this one, of another machine, or no process', async () => {
    const [, pid, began] = processes.self.split('/');
    const names = [processes.self, `another-machine/999999/${began}`, `another-machine/${pid}/0`, '', 'dead', 'a/b/c'];
    for (const name of names) expect(await processes.isGone(name)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('are gone when another has their number', async () => {
    const [place, pid] = processes.self.split('/');
    expect(await processes.isGone(`${place}/${pid}/1`)).toBe(true);
    expect(await processes.isGone(`${place}/${process.ppid}/1`)).toBe(true);
  });

  it('are told by their numbers alone where nothing says when they began', async () => {
    const elsewhere = createProcesses('darwin');
    const [place] = elsewhere.self.split('/');
    expect(await elsewhere.isGone(elsewhere.self)).toBe(false);
    expect(await elsewhere.isGone(`${place}/${process.ppid}/`)).toBe(false);
    // No system gives so large a number.
    expect(await elsewhere.isGone(`${place}/2147483646/`)).toBe(true);
  });
});
