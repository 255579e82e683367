// Every figure that Salience promises, with its limit and whether it holds, as JSON on the last line; a readable account
// on standard error. `node bench/all.ts` takes about fifteen minutes on a quiet machine; `--peers`, `--soak 30` and
// `--cold` add what takes longer, `--only "chaos on redis,footprint"` leaves the rest out. Exits 1 when a limit is missed.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { benchTable } from './src/all/bench-table.ts';
import { runAll } from './src/all/run-all.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    soak: { type: 'string', default: '0' },
    peers: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const table = benchTable({
  seconds: Number(values.seconds),
  soakMinutes: Number(values.soak),
  peers: values.peers,
  cold: values.cold,
});
const only = values.only?.split(',').map((name) => name.trim());
const unknown = only?.filter((name) => !table.some((entry) => entry.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(
    `--only: no benchmark is named ${unknown.join(', ')}; there are ${table.map((entry) => entry.name).join(', ')}`,
  );
const chosen = table.map((entry) =>
  only === undefined || only.includes(entry.name) ? entry : { ...entry, leftOut: 'not among those named' },
);
const report = await runAll(chosen, (line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${JSON.stringify({ bench: 'all', ...report })}\n`);
process.exitCode = report.failed.length === 0 ? 0 : 1;
