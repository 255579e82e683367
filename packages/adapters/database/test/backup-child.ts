// A backup or a restore in a process of its own, for tests that kill it. Arguments: backup or restore, the owner's address, a file.
// It stops in the middle for good and says so.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { planRestored } from '@salience/schedules';
import { backUp, restore } from '../src/doors/backup.ts';

const [what = '', url = '', file = ''] = process.argv.slice(2);

/** Says that it is in the middle, and stays there. */
function stay(): Promise<never> {
  process.stdout.write('in the middle\n');
  return new Promise(() => {
    setInterval(() => {}, 60_000);
  });
}

if (what === 'backup') {
  await backUp({ url, product: 'test', actor: 'child' }, async (pieces) => {
    for await (const _piece of pieces) await stay();
  });
} else {
  const bytes = readFileSync(file);
  await restore({
    url,
    actor: 'child',
    now: new Date(),
    planRestored,
    open: async function* () {
      yield bytes.subarray(0, Math.floor(bytes.length * 0.9));
      await stay();
    },
  });
}
