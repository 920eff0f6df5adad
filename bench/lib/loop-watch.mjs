/**
 * Loaded into a server before its own code (`--import`): watches how long its event loop is held up. `SIGUSR2` begins anew;
 * what was seen is written to the file that ZAPOMNI_BENCH_LOOP names when the process ends.
 *
 * A delay on a busy machine may be another process's doing. So the processor time that the thread itself took between two
 * turns of the loop is watched too: nothing that ran in one go can have been longer.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.ZAPOMNI_BENCH_LOOP;

if (isMainThread && file && process.send === undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let [longest, before] = [0, process.threadCpuUsage()];
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  setInterval(look, 1).unref();
  delay.enable();
  process.on('SIGUSR2', () => {
    delay.reset();
    before = process.threadCpuUsage();
    longest = 0;
  });
  const ms = (nanoseconds) => Math.round(nanoseconds / 1e4) / 100;
  process.on('exit', () => {
    const [p50, p99, max] = [ms(delay.percentile(50)), ms(delay.percentile(99)), ms(delay.max)];
    writeFileSync(
      file,
      JSON.stringify({ delayMs: { p50, p99, max }, longestRunCpuMs: Math.round(longest * 100) / 100 }),
    );
  });
}
