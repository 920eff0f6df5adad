/**
 * Loaded before a program of JavaScript or TypeScript, into the same process: notes who calls whom, and which stretches of the text ran. Every
 * place where V8 could stop gets a breakpoint whose condition notes the stack and is never true, so nothing stops; V8's own block coverage says what ran. What natives call (`list.map(f)`) counts as called by who
 * called the native; what the event loop calls has no caller. Node's command line names this file; the variables say for whom.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { registerHooks } from 'node:module';

/** Where a function begins, counted from 1; line 0 is a module's own code. */
export type WatchedFunction = readonly [file: string, line: number, column: number];
export type WatchedCall = readonly [caller: WatchedFunction, callee: WatchedFunction];
/** From where to where it did not run, as offsets in the file. */
export type NotRun = readonly [start: number, end: number];

export interface Watched {
  readonly calls: readonly WatchedCall[];
  /** Of each file that was loaded. */
  readonly notRun: Readonly<Record<string, readonly NotRun[]>>;
}

interface CallSite extends NodeJS.CallSite {
  getEnclosingLineNumber(): number;
  getEnclosingColumnNumber(): number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

const root = process.env['WATCH_ROOT'] ?? '';
const watched = new Set(JSON.parse(process.env['WATCH_FILES'] ?? '[]') as string[]);
const output = process.env['WATCH_OUTPUT'] ?? '';
const calls = new Map<string, WatchedCall>();
const texts = new Map<string, readonly string[]>();
const stops: Stop[] = [];
/** By function: the place in it that was seen first. */
const begins = new Map<string, number>();
const session = new Session();
/** A place that has shown nothing new for so long is passed over. */
const MOST_UNEVENTFUL = 2000;

function watch(): void {
  // TypeScript names its files by what they become.
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^\..*\.js$/u.test(specifier)) throw error;
        return next(specifier.replace(/\.js$/u, '.ts'), context);
      }
    },
  });
  (globalThis as { noteCall?: typeof noteCall }).noteCall = noteCall;
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
    if (url.startsWith(root) && watched.has(url.slice(root.length))) breakEverywhere(scriptId);
  });
  session.post('Debugger.enable');
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (_, coverage) => {
      writeFileSync(output, JSON.stringify({ calls: [...calls.values()], notRun: notRunIn(coverage as Coverage) }));
    });
  });
}

/** A place where V8 could stop. */
interface Stop {
  readonly breakpointId: string;
  readonly isReturn: boolean;
  uneventful: number;
}

function breakEverywhere(scriptId: string): void {
  const start = { scriptId, lineNumber: 0, columnNumber: 0 };
  session.post('Debugger.getPossibleBreakpoints', { start }, (_, { locations }) => {
    for (const { lineNumber, columnNumber, type } of locations ?? []) {
      const location = { scriptId, lineNumber, ...(columnNumber === undefined ? {} : { columnNumber }) };
      const condition = `globalThis.noteCall(${stops.length})`;
      session.post('Debugger.setBreakpoint', { location, condition }, (error, set) => {
        if (!error) stops.push({ breakpointId: set.breakpointId, isReturn: type === 'return', uneventful: 0 });
      });
    }
  });
}

/** Never true: who asks is not stopped. */
function noteCall(at: number): boolean {
  const stop = stops[at] as Stop;
  const [callee, caller] = placesOf(stack());
  if (!callee || !caller) return false;
  const key = `${caller.join(' ')} ${callee.join(' ')}`;
  stop.uneventful = calls.has(key) ? stop.uneventful + 1 : 0;
  calls.set(key, [caller, callee]);
  if (!isNeeded(at, stop, callee)) session.post('Debugger.removeBreakpoint', { breakpointId: stop.breakpointId });
  return false;
}

/** Where a function was first seen it begins, and it returns where it returns: whoever calls it comes past one of these. */
function isNeeded(at: number, { isReturn, uneventful }: Stop, callee: WatchedFunction): boolean {
  const begin = callee.join(' ');
  if (!begins.has(begin)) begins.set(begin, at);
  return uneventful < MOST_UNEVENTFUL && (isReturn || begins.get(begin) === at);
}

function stack(): readonly CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as readonly CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return sites;
}

function placesOf(sites: readonly CallSite[]): WatchedFunction[] {
  const places: WatchedFunction[] = [];
  for (const site of sites) {
    const at = fileOf(site);
    if (at === null || site.isAsync() || site.isEval()) continue;
    const [line, column] = [site.getEnclosingLineNumber(), site.getEnclosingColumnNumber()];
    if (isUnwritten(site, at, [line, column])) continue;
    places.push([at, isModule(site, line, column) ? 0 : line, column]);
    if (places.length === 2) break;
  }
  return places;
}

function isModule(site: CallSite, line: number, column: number): boolean {
  return line === 1 && column === 1 && (site.getFunctionName() ?? '') === '';
}

/** A constructor that V8 makes for a class without one, or what sets its fields: nobody wrote them as functions. */
function isUnwritten(site: CallSite, at: string, [line, column]: readonly [number, number]): boolean {
  if (/^<(?:instance_members|static)_initializer>$/u.test(site.getFunctionName() ?? '')) return true;
  let lines = texts.get(at);
  if (!lines) texts.set(at, (lines = readFileSync(new URL(at, root), 'utf8').split('\n')));
  return /^class\b/u.test((lines[line - 1] ?? '').slice(column - 1));
}

function fileOf(site: CallSite): string | null {
  const name = site.getFileName() ?? '';
  const url = name.startsWith('/') ? `file://${name}` : name;
  return url.startsWith(root) ? url.slice(root.length) : null;
}

function notRunIn({ result }: Coverage): Record<string, NotRun[]> {
  const all: Record<string, NotRun[]> = {};
  for (const { url, functions } of result) {
    if (!url.startsWith(root)) continue;
    const ranges = functions.flatMap((one) => one.ranges);
    all[url.slice(root.length)] = ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }) => [startOffset, endOffset] as const);
  }
  return all;
}

watch();
