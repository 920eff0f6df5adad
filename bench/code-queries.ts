/**
 * Questions about symbols, as a tool waits for them (services, the way to the store's thread and the answer's objects included), in a
 * store of so many symbols with five calls each. ZAPOMNI_BENCH_SYMBOLS says how many, in thousands, after one another. `cpu` is the
 * processor time of all threads of the process, which is what others on the machine cannot lengthen much; `wall` is what one waits.
 */
import { createApp, type App } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { seeded } from '@zapomni/testkit/seeded';
import { cpuOf, round, spread, timed, type Spread } from './lib/figures.ts';
import { line, type Line } from './lib/lines.ts';
import { fillSymbols, WORKSPACE, type FilledSymbols } from './lib/symbol-fill.ts';

const THOUSANDS = (process.env['ZAPOMNI_BENCH_SYMBOLS'] ?? '100,1000').split(',').map(Number);
const TIMES = 300;
const FEW = 60;
const GOAL = { find: 2, callers: 5, impact: 50 };

export async function benchCodeQueries() {
  const rows = [];
  for (const thousands of THOUSANDS) {
    const row = await measure(thousands * 1000);
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  return { goalMs: GOAL, rows };
}

async function measure(count: number) {
  const { deps, close } = openTestDeps();
  try {
    let filled: FilledSymbols | undefined;
    const fillMs = await timed(async () => {
      filled = await fillSymbols(deps, count);
    });
    const app = createApp(deps);
    const asked = await ask(app, filled as FilledSymbols);
    return { symbols: count, mostCallers: filled?.mostCallers, fillSeconds: round(fillMs / 1000, 0), ...asked };
  } finally {
    await close();
  }
}

interface Figures {
  readonly cpu: Spread;
  readonly wall: Spread;
}

interface Asked {
  readonly ms: Readonly<Record<string, Figures>>;
  readonly lines: readonly Line[];
}

async function ask(app: App, { count, nameOf, qualifiedOf, placeOf, hubs }: FilledSymbols): Promise<Asked> {
  const random = seeded(17);
  const anywhere = (): number => Math.floor(random() * count);
  const workspace = WORKSPACE;
  const find = (name: string) => app.code.findSymbol({ workspace, name, limit: 20 });
  const callers = (name: string, depth = 1) => app.code.callers({ workspace, name, depth, limit: 50, guesses: false });
  const impact = (name: string) => app.code.impact({ workspace, name, depth: 5, limit: 30 });
  const hub = (i: number): string => placeOf(hubs[i % hubs.length] as number);
  const ms = {
    findByName: await each(TIMES, () => find(nameOf(anywhere()))),
    findQualified: await each(TIMES, () => find(qualifiedOf(anywhere()))),
    findByPlace: await each(TIMES, () => find(placeOf(anywhere()))),
    findByBeginning: await each(FEW, () => find(nameOf(anywhere()).slice(0, -1))),
    symbol: await each(TIMES, () => app.code.symbol({ workspace, name: placeOf(anywhere()), maxLines: 200 })),
    callers: await each(TIMES, () => callers(placeOf(anywhere()))),
    callersOfHubs: await each(FEW, (i) => callers(hub(i))),
    callersInThreeSteps: await each(FEW, () => callers(placeOf(anywhere()), 3)),
    callees: await each(TIMES, () =>
      app.code.callees({ workspace, name: placeOf(anywhere()), depth: 2, limit: 50, guesses: false }),
    ),
    impactInFiveSteps: await each(FEW, () => impact(placeOf(anywhere()))),
    impactOfHubs: await each(FEW, (i) => impact(hub(i))),
    mapOfFolder: await each(10, () => app.code.map({ workspace, path: 'src/area0/pkg0', budget: 2000 })),
  };
  const goal = (what: string, { cpu, wall }: Figures, most: number): Line => {
    const measured = { cpuP50: cpu.p50, cpuP95: cpu.p95, wallP50: wall.p50 };
    return line(what, `p50 ≤ ${most} ms`, measured, cpu.p50 <= most);
  };
  const lines = [
    goal('find_symbol', ms.findByName, GOAL.find),
    goal('find_symbol, qualified', ms.findQualified, GOAL.find),
    goal('get_callers', ms.callers, GOAL.callers),
    goal('get_impact in five steps', ms.impactInFiveSteps, GOAL.impact),
  ];
  return { ms, lines };
}

async function each(times: number, work: (i: number) => Promise<unknown>): Promise<Figures> {
  for (let i = 0; i < 5; i++) await work(i);
  const [cpu, wall]: [number[], number[]] = [[], []];
  for (let i = 0; i < times; i++) {
    const begun = performance.now();
    cpu.push(await cpuOf(() => work(i)));
    wall.push(performance.now() - begun);
  }
  return { cpu: spread(cpu), wall: spread(wall) };
}
