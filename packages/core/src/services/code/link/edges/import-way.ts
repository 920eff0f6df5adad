/** Whether an import is a definition itself, however often that was exported again on the way, and under whatever names. */
import type { CodeExport, CodeImport, Expr } from '../../../../ports/index.ts';
import type { World } from '../flow/world.ts';
import type { ProgramFile } from '../program.ts';

const LONGEST = 12;

export function leadsTo(world: World, file: ProgramFile, { from, name }: CodeImport, target: number): boolean {
  return name !== null && leads(world, { file, from, name, target, steps: 0 });
}

interface Way {
  readonly file: ProgramFile;
  readonly from: string;
  readonly name: string;
  readonly target: number;
  readonly steps: number;
}

function leads(world: World, way: Way): boolean {
  const found = way.steps > LONGEST ? null : world.modules.resolve(way.file, way.from);
  if (!found || !('file' in found)) return false;
  const file = world.program.files[found.file] as ProgramFile;
  const given = world.modules.exportsOf(found.file);
  const further = { ...way, file, steps: way.steps + 1 };
  if ((given.get(way.name) ?? []).some((one) => isThat(world, one, further))) return true;
  if (given.has(way.name) || way.name === 'default') return false;
  return (given.get('*') ?? []).some(({ from = '' }) => leads(world, { ...further, from }));
}

function isThat(world: World, one: CodeExport, way: Way): boolean {
  if (one.from !== undefined) return leads(world, { ...way, from: one.from, name: one.taken ?? one.name });
  if (isDefinition(world, one.value, way)) return true;
  if (one.value?.[0] !== 'n') return false;
  const binding = world.scopes.find(way.file, 0, one.value[1]);
  return (
    Boolean(binding?.import?.name) && leads(world, { ...way, ...(binding?.import as { from: string; name: string }) })
  );
}

function isDefinition({ program }: World, value: Expr | null, { file, target }: Way): boolean {
  if (program.file(target) !== file) return false;
  const { name, scope } = program.symbol(target);
  return (
    (value?.[0] === 'd' && value[1] === target - file.symbols) ||
    (value?.[0] === 'n' && value[1] === name && scope === 0)
  );
}
