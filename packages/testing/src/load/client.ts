// The load generator as a process of its own, so that its processor time is nobody else's. Takes the load as JSON in its
// first argument; writes one line when the window opens, one when it closes, and one with the result. See drive.ts.
import process from 'node:process';
import { type ClosedLoop, runClosedLoop } from './closed-loop.ts';

const load = JSON.parse(process.argv[2] ?? '{}') as ClosedLoop;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

// Whoever started it is gone: nobody wants the result.
process.stdin.on('end', () => process.exit(1)).resume();

const result = await runClosedLoop(load, {
  opened: () => say({ window: 'opened' }),
  closed: () => say({ window: 'closed' }),
});
say({ result });
process.stdin.destroy();
