/** Runs a program over a package of JavaScript under Node's debugger and tells what was seen of the package. */
import { trace } from '../trace.ts';
import type { Observed, SeenFunction } from './observed.ts';

/** A place that has shown nothing new for so long is passed over; what comes there later is not seen. */
const MOST_STOPS = 20;

/** `files`: the package's, by path, and what they need; `main` imports them; what they import from elsewhere lies in `modules`. */
export async function traceJavaScript(
  files: Readonly<Record<string, string>>,
  { main, modules }: { readonly main: string; readonly modules: string },
): Promise<Observed> {
  const { edges, lines } = await trace({ 'main.mjs': main, ...files }, { mostStops: MOST_STOPS, modules });
  const seen = (path: string, line: number): SeenFunction => ({ path, line, name: null });
  const inPackage = edges.filter(([caller, , callee]) => caller !== 'main.mjs' && callee !== 'main.mjs');
  return {
    calls: inPackage.map(([caller, at, callee, line]) => [seen(caller, at), seen(callee, line)]),
    lines,
  };
}
