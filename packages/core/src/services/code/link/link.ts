/**
 * Makes one graph of the facts of all files: which call can mean which definition, and why. Pure: the same facts give the same edges,
 * in whatever order the files come and whatever was linked before.
 */
import { ClassTable } from './classes/class-table.ts';
import { callEdges } from './edges/calls.ts';
import { EdgeBook } from './edges/edge-book.ts';
import { linkedOf, type LinkedBook } from './edges/linked.ts';
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
import type { Linked, LinkInput } from './types.ts';

/** Steps for each node of the graph: what needs more is not worth waiting for. */
const STEPS_PER_NODE = 60;

/** Nodes of the graph that are carried on before others may run. */
const SLICE = 100;

/** All at once. Whoever has others waiting takes `linkInSlices`. */
export function link(input: LinkInput): Linked {
  const steps = linking(input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return linkedOf(value);
  }
}

/**
 * The same, giving way to whatever else waits whenever it has worked for so long; 10 ms. Only one very long file can hold it up for
 * longer, because a file is taken up at once. Rejects with the signal's reason when nobody wants it any more.
 */
export async function linkInSlices(input: LinkInput, options: SliceOptions = {}): Promise<Linked> {
  return linkedOf(await linkToBook(input, options));
}

export interface SliceOptions {
  readonly sliceMs?: number;
  readonly signal?: AbortSignal;
}

/** The same in rows, for who goes on with all of it. */
export async function linkToBook(input: LinkInput, { sliceMs = 10, signal }: SliceOptions = {}): Promise<LinkedBook> {
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
function* linking(input: LinkInput): Generator<void, LinkedBook> {
  const program = new Program(input);
  yield;
  const world = worldOf(program, input);
  yield* follow(world);
  const book = new EdgeBook();
  // Of some files nobody can say that a name is the only one of its kind.
  yield* callEdges(world, book, input.among === undefined);
  const calls = book.end;
  yield* classEdges(world, book);
  for (const file of program.files) {
    if (!file.isOutside) referenceEdges(world, book, file);
    yield;
  }
  testEdges(world, book, calls);
  yield;
  const symbols = yield* identify(program, input.repository);
  const paths = program.files.map(({ path }) => path);
  return { symbols, paths, fileOf: program.fileOf, book, cutShort: world.solver.cutShort };
}

function worldOf(program: Program, input: LinkInput): World {
  const solver = new Solver((value) => world.values.kind(value) !== KIND.constant, program.expectedNodes);
  const words = new Words();
  const world: World = new World(program, { solver, words, scopes: new Scopes(program, solver, words) });
  world.handlers = handlersOf(world);
  world.invoke = (invocation, value) => invoke(world, invocation, value);
  world.classes = new ClassTable(world);
  world.fields.onNew = (value, word) => world.classes.heard(value, word);
  const tables = input.tables ?? moduleTables(input.among ?? program.files, input.manifests);
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
