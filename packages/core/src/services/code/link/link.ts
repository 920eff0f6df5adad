/**
 * Makes one graph of the facts of all files: which call can mean which definition, and why. Pure: the same facts give the same edges,
 * in whatever order the files come and whatever was linked before.
 */
import { ClassTable } from './classes/class-table.ts';
import { callEdges } from './edges/calls.ts';
import { classEdges, referenceEdges, testEdges } from './edges/relations.ts';
import { findOwners, lowerBases, lowerDefaults, lowerDefinitions } from './flow/definitions.ts';
import { handlersOf } from './flow/handlers.ts';
import { invoke } from './flow/invoke.ts';
import { settleKeys } from './flow/items.ts';
import { findPassing } from './flow/passing.ts';
import { seed, seedCallbacks } from './flow/seeds.ts';
import { Solver } from './flow/solver.ts';
import { lowerStatements } from './flow/statements.ts';
import { KIND } from './flow/values.ts';
import { World } from './flow/world.ts';
import { identify } from './identity.ts';
import { GoModules, PackageFolders, RustModules } from './modules/folders.ts';
import { JavaScriptModules } from './modules/javascript.ts';
import type { Modules } from './modules/found.ts';
import { readPackages, readPathRules } from './modules/manifests.ts';
import { ModuleTable } from './modules/module-table.ts';
import { PythonModules } from './modules/python.ts';
import { Scopes } from './names/scopes.ts';
import { Words } from './numbers/words.ts';
import { Program } from './program.ts';
import type { Linked, LinkEdge, LinkInput } from './types.ts';

/** Steps for each node of the graph: what needs more is not worth waiting for. */
const STEPS_PER_NODE = 60;

export function link(input: LinkInput): Linked {
  const program = new Program(input);
  const solver = new Solver((value) => world.values.kind(value) !== KIND.constant);
  const words = new Words();
  const world: World = new World(program, { solver, words, scopes: new Scopes(program, solver, words) });
  world.handlers = handlersOf(world);
  world.invoke = (invocation, value) => invoke(world, invocation, value);
  world.classes = new ClassTable(world);
  world.fields.onNew = (value, word) => world.classes.heard(value, word);
  world.modules = new ModuleTable(world, modulesOf(program, input));
  follow(world);
  const { edges, unresolved } = callEdges(world);
  const all = [
    ...edges,
    ...classEdges(world),
    ...program.files.flatMap((file) => referenceEdges(world, file)),
    ...testEdges(world, edges),
  ];
  return {
    symbols: identify(program, input.repository),
    edges: inOrder(program, all),
    unresolved,
    cutShort: solver.cutShort,
  };
}

function follow(world: World): void {
  const { solver, program } = world;
  const run = (): boolean => solver.run(solver.size * STEPS_PER_NODE);
  for (const file of program.files) world.scopes.collect(file);
  for (const file of program.files) world.scopes.settle(file);
  for (const file of program.files) findOwners(world, file);
  for (const file of program.files) lowerDefinitions(world, file);
  for (const file of program.files) world.modules.bind(file);
  for (const file of program.files) lowerBases(world, file);
  run();
  for (const file of program.files) findPassing(world, file);
  for (const file of program.files) lowerDefaults(world, file);
  for (const file of program.files) lowerStatements(world, file);
  run();
  settleKeys(world);
  run();
  seed(world);
  run();
  seedCallbacks(world);
  settleKeys(world);
  run();
}

function modulesOf(program: Program, { manifests = [] }: LinkInput): ConstructorParameters<typeof ModuleTable>[1] {
  const filesOf = (language: string): ReadonlyMap<string, number> =>
    new Map(program.files.filter((file) => file.language === language).map(({ path, index }) => [path, index]));
  return new Map<string, Modules>([
    ['python', new PythonModules(filesOf('python'))],
    ['javascript', new JavaScriptModules(filesOf('javascript'), readPackages(manifests), readPathRules(manifests))],
    ['go', new GoModules(filesOf('go'), manifests)],
    ['java', new PackageFolders(filesOf('java'))],
    ['rust', new RustModules(filesOf('rust'))],
  ]);
}

function inOrder(program: Program, edges: readonly LinkEdge[]): LinkEdge[] {
  const fileOf = ({ from }: LinkEdge): number => program.fileOf[from] as number;
  return [...edges].sort((a, b) => fileOf(a) - fileOf(b) || a.line - b.line || (a.site?.[0] ?? 0) - (b.site?.[0] ?? 0));
}
