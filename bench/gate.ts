// How long the safety gate takes for a command: `node bench/gate.ts --in FILE` (JSON lines with a `command`) prints one line
// of JSON, with the worst of generated inputs of 64 KiB. The floor, in the same run: splitting the text at white space.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { judgeCommand } from '@salience/safety';
import { hostileInputs } from './src/gate/hostile-inputs.ts';
import { rounded } from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    in: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '2' },
  },
});
if (values.in === undefined)
  throw new Error('Name a file with one JSON object with a `command` a line by --in.');
const commands = readFileSync(values.in, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { command: string }).command);

/** Milliseconds of each command in the round in which it was fastest: what else the machine does is not counted. */
function timesOf(work: (command: string) => unknown, inputs: readonly string[]): number[] {
  for (let n = 0; n < Number(values.warm); n += 1) for (const input of inputs) work(input);
  const best = inputs.map(() => Number.POSITIVE_INFINITY);
  for (let n = 0; n < Number(values.rounds); n += 1) {
    for (const [index, input] of inputs.entries()) {
      const startedAt = performance.now();
      work(input);
      best[index] = Math.min(best[index] ?? 0, performance.now() - startedAt);
    }
  }
  return best;
}

function at(times: readonly number[], share: number): number {
  return rounded4(times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? 0);
}

function rounded4(milliseconds: number): number {
  return Math.round(milliseconds * 1e4) / 1e4;
}

const gate = timesOf(judgeCommand, commands);
const floor = timesOf((command) => command.split(/\s+/), commands);
const inputs = hostileInputs(65_536);
const worst = timesOf(
  judgeCommand,
  inputs.map(({ text }) => text),
)
  .map((milliseconds, n) => ({ input: inputs[n]?.name ?? '', milliseconds: rounded(milliseconds) }))
  .toSorted((a, b) => b.milliseconds - a.milliseconds);
const p99 = at(gate, 0.99);
const slowest = worst[0]?.milliseconds ?? 0;
const held = p99 <= 1 && slowest <= 20;
process.stdout.write(
  `${JSON.stringify({
    bench: 'gate',
    commands: commands.length,
    p50_ms: at(gate, 0.5),
    p99_ms: p99,
    max_ms: at(gate, 1),
    floor_p50_ms: at(floor, 0.5),
    floor_p99_ms: at(floor, 0.99),
    worst_64k: worst.slice(0, 5),
    inputs_64k: inputs.length,
    limits: { p99_ms: 1, worst_64k_ms: 20 },
    held,
  })}\n`,
);
process.exitCode = held ? 0 : 1;
