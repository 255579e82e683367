// Draws a CPU profile as a flame graph: `node bench/flame-graph.ts profile.cpuprofile picture.svg`. A profile of digest under
// load comes from `node bench/throughput.ts --profile digest --profile-dir folder`. Start-up, idling and the garbage
// collector's own time are left out, so the picture is where a turn's processor time goes.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { drawFlames } from './src/flame-graph/draw-flames.ts';
import { type CpuProfile, foldProfile } from './src/flame-graph/fold-profile.ts';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write('Expected two files: node bench/flame-graph.ts profile.cpuprofile picture.svg\n');
  process.exit(2);
}
const flames = foldProfile(JSON.parse(readFileSync(from, 'utf8')) as CpuProfile);
writeFileSync(to, drawFlames(flames, 'Processor time of digest under load'));
process.stdout.write(
  `${JSON.stringify({ bench: 'flame-graph', sampledMs: Math.round(flames.ms), file: to })}\n`,
);
