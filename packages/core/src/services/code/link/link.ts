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
import { ModuleTable } from './modules/module-table.ts';
import { moduleTables, tablesAmong } from './modules/tables.ts';
import { Scopes } from './names/scopes.ts';
import { Words } from './numbers/words.ts';
import { Program, type ProgramFile } from './program.ts';
import type { Linked, LinkEdge, LinkInput } from './types.ts';

/** Steps for each node of the graph: what needs more is not worth waiting for. */
const STEPS_PER_NODE = 60;

/** Nodes of the graph that are carried on before others may run. */
const SLICE = 100;

/** All at once. Whoever has others waiting takes `linkInSlices`. */
export function link(input: LinkInput): Linked {
  const steps = linking(input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * The same, giving way to whatever else waits whenever it has worked for so long; 10 ms. Only one very long file can hold it up for
 * longer, because a file is taken up at once. Rejects with the signal's reason when nobody wants it any more.
 */
export async function linkInSlices(
  input: LinkInput,
  { sliceMs = 10, signal }: { readonly sliceMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Linked> {
  const steps = linking(input);
  for (let until = performance.now() + sliceMs; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  }
}

/** Yields where it can be interrupted. */
function* linking(input: LinkInput): Generator<void, Linked> {
  const program = new Program(input);
  yield;
  const world = worldOf(program, input);
  yield* follow(world);
  // Of some files nobody can say that a name is the only one of its kind.
  const { edges, unresolved } = yield* callEdges(world, input.among === undefined);
  const byFile: LinkEdge[][] = program.files.map(() => []);
  const put = (edge: LinkEdge): void => void byFile[program.fileOf[edge.from] as number]?.push(edge);
  for (const edge of edges) put(edge);
  for (const edge of yield* classEdges(world)) put(edge);
  for (const file of program.files) {
    if (!file.isOutside) referenceEdges(world, file, put);
    yield;
  }
  testEdges(world, edges, put);
  yield;
  const symbols = yield* identify(program, input.repository);
  return { symbols, edges: yield* inOrder(byFile), unresolved, cutShort: world.solver.cutShort };
}

function worldOf(program: Program, input: LinkInput): World {
  const solver = new Solver((value) => world.values.kind(value) !== KIND.constant, program.expectedNodes);
  const words = new Words();
  const world: World = new World(program, { solver, words, scopes: new Scopes(program, solver, words) });
  world.handlers = handlersOf(world);
  world.invoke = (invocation, value) => invoke(world, invocation, value);
  world.classes = new ClassTable(world);
  world.fields.onNew = (value, word) => world.classes.heard(value, word);
  const tables = moduleTables(input.among ?? program.files, input.manifests);
  world.modules = new ModuleTable(world, input.among ? tablesAmong(program, input.among, tables) : tables);
  return world;
}

function* follow(world: World): Generator<void> {
  const { solver, program, scopes } = world;
  const inEach = function* (does: (file: ProgramFile) => void): Generator<void> {
    for (const file of program.files) yield does(file);
  };
  const run = function* (): Generator<void> {
    while (!solver.run(solver.size * STEPS_PER_NODE, SLICE)) yield;
  };
  yield* inEach((file) => scopes.collect(file));
  yield* inEach((file) => scopes.settle(file));
  yield* inEach((file) => findOwners(world, file));
  yield* inEach((file) => lowerDefinitions(world, file));
  yield* inEach((file) => world.modules.bind(file));
  yield* inEach((file) => lowerBases(world, file));
  yield* run();
  yield* inEach((file) => findPassing(world, file));
  yield* inEach((file) => lowerDefaults(world, file));
  yield* inEach((file) => lowerStatements(world, file));
  yield* run();
  settleKeys(world);
  yield* run();
  yield* seed(world);
  yield* run();
  seedCallbacks(world);
  settleKeys(world);
  yield* run();
}

/** By file, then by line: the files are in order already, so each is sorted for itself. */
function* inOrder(byFile: LinkEdge[][]): Generator<void, LinkEdge[]> {
  const ordered: LinkEdge[] = [];
  for (const some of byFile) {
    some.sort((a, b) => a.line - b.line || (a.site?.[0] ?? 0) - (b.site?.[0] ?? 0));
    for (const edge of some) ordered.push(edge);
    yield;
  }
  return ordered;
}
