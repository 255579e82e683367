// Other frameworks and Salience on the same turn, in one run. Start it with `node bench/peers/run.mjs`, which installs
// the peers first. Every scenario runs once per round, so that the machine's moods hit all alike; the last line is one
// JSON object with medians, ratios and what each side does not do. `--quick` is one short round: about two minutes.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compareRounds } from './src/peers/compare.ts';
import { runNaive, runOurs } from './src/peers/ours.ts';
import { type Figures, type PeerName, peerNames, startPeers } from './src/peers/peer-rounds.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    warm: { type: 'string' },
    seconds: { type: 'string' },
    clients: { type: 'string', default: '64' },
    only: { type: 'string' },
    'no-ours': { type: 'boolean', default: false },
  },
});
const usual = values.quick ? { rounds: 1, warm: 2, seconds: 5 } : { rounds: 3, warm: 8, seconds: 15 };
const load = {
  clients: Number(values.clients),
  warmMs: 1_000 * Number(values.warm ?? usual.warm),
  measureMs: 1_000 * Number(values.seconds ?? usual.seconds),
  /** As long as the conversations of the published comparison: the prompt grows to twenty messages. */
  turnsPerThread: 10,
};
const roundCount = Number(values.rounds ?? usual.rounds);
const chosen = values.only?.split(',') ?? peerNames;
const rounds = new Map<string, Figures[]>();
const keep = (name: string, figures: Figures): void => {
  rounds.set(name, [...(rounds.get(name) ?? []), figures]);
  process.stderr.write(`${name} ${JSON.stringify(figures)}\n`);
};

const peers = await startPeers();
try {
  for (let round = 1; round <= roundCount; round += 1) {
    for (const name of peerNames.filter((one) => chosen.includes(one)))
      keep(name, await peers.run(name satisfies PeerName, round, load));
    if (values['no-ours']) continue;
    keep('naive-floor', await runNaive(load));
    keep('salience', await runOurs('on', load, !values.quick));
    keep('salience-no-embedder', await runOurs('off', load, !values.quick));
  }
} finally {
  await peers.stop();
}
const comparison = compareRounds(rounds);
process.stdout.write(`${JSON.stringify({ bench: 'peers', rounds: roundCount, ...load, ...comparison })}\n`);
process.exitCode = comparison.faultCount === 0 ? 0 : 1;
