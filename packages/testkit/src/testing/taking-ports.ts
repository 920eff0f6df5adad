/** Takes ten ports, names them, and holds them until its input ends. */
import { freePort } from '../free-port.ts';

const ports: number[] = [];
while (ports.length < 10) ports.push(await freePort());
console.log(JSON.stringify(ports));
await new Promise((resolve) => process.stdin.on('end', resolve).resume());
