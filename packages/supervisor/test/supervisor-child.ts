// A supervisor in a process of its own, for tests that send it signals. Arguments: folder of logs, processes as JSON.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Fleet } from '../src/supervise/fleet.ts';

const [logs = '', processes = '[]'] = process.argv.slice(2);
const fleet = new Fleet({
  processes: JSON.parse(processes),
  logs,
  onProcesses: (running) => writeFileSync(join(logs, 'processes.json'), JSON.stringify(running)),
});
let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= fleet.stop().then(() => process.exit(0));
  });
}
await fleet.start();
process.stdout.write('ready\n');
