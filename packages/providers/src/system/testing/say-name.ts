/** A process that says its name and stays until it is ended. */
import { createProcesses } from '../processes.ts';

process.send?.(createProcesses().self);
setInterval(() => undefined, 1000);
