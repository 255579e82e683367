// Writes the dashboards that Grafana reads from their descriptions: `node infra/grafana/build.mjs [folder]`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import backgroundLoops from './source/background-loops.mjs';
import fleet from './source/fleet.mjs';
import lanes from './source/lanes.mjs';
import routing from './source/routing.mjs';
import turnAnatomy from './source/turn-anatomy.mjs';
import workers from './source/workers.mjs';

/** Every dashboard, by the name of its file without `.json`. */
const dashboards = {
  fleet,
  'turn-anatomy': turnAnatomy,
  lanes,
  'background-loops': backgroundLoops,
  routing,
  workers,
};

const folder = process.argv[2] ?? join(import.meta.dirname, 'dashboards');
for (const [name, dashboard] of Object.entries(dashboards)) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(dashboard, null, 2)}\n`);
}
