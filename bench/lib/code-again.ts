/** A repository of many small files that is indexed already: again when nothing changed, and when ten files did. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexCommand, runTimed, type Timed } from './code-runs.ts';
import { spread } from './figures.ts';

const FOLDERS = 100;
const IN_EACH = 100;
const TIMES = 5;
const CHANGED = 10;
const GOALS = { unchangedMs: 1000, tenChangedMs: 2000 };

export function benchAgain(server: string, folder: string) {
  const [files, data] = [join(folder, 'files'), join(folder, 'data')];
  for (let i = 0; i < FOLDERS; i++) writePackage(files, i);
  const index = (): Timed => runTimed(indexCommand(server, files, data));
  const first = index();
  const unchanged = Array.from({ length: TIMES }, index);
  const changed = Array.from({ length: TIMES }, (_, time) => {
    for (let i = 0; i < CHANGED; i++)
      appendFileSync(fileAt(files, i * 7, time), `\n\ndef added_${time}():\n    pass\n`);
    return index();
  });
  return {
    files: FOLDERS * IN_EACH,
    goals: GOALS,
    firstMs: first.wallMs,
    unchanged: figures(unchanged),
    tenChanged: figures(changed),
  };
}

function figures(runs: readonly Timed[]) {
  return { wallMs: spread(runs.map(({ wallMs }) => wallMs)), cpuMs: spread(runs.map(({ cpuMs }) => cpuMs)) };
}

function fileAt(files: string, folder: number, file: number): string {
  return join(files, `package_${folder}`, `module_${file}.py`);
}

/** Each module calls the one before it and one of another package. */
function writePackage(files: string, folder: number): void {
  mkdirSync(join(files, `package_${folder}`), { recursive: true });
  writeFileSync(join(files, `package_${folder}`, '__init__.py'), '"""A package."""\n');
  for (let i = 0; i < IN_EACH; i++) writeFileSync(fileAt(files, folder, i), moduleText(folder, i));
}

function moduleText(folder: number, i: number): string {
  const [other, before] = [`package_${(folder + 1) % FOLDERS}.module_${i}`, `.module_${Math.max(0, i - 1)}`];
  return `"""Module ${i} of package ${folder}."""
from ${before} import work_${folder}_${Math.max(0, i - 1)} as before
from ${other} import Thing as Other


class Thing(Other):
    """Something that is done."""

    def __init__(self, size):
        self.size = size

    def run_${i}(self):
        return before(self.size) + self.rest(${i})

    def rest(self, many):
        return [self.size for _ in range(many)]


def work_${folder}_${i}(size):
    thing = Thing(size)
    return thing.run_${i}()
`;
}
