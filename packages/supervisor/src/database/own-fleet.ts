import type { FleetView } from '@salience/contracts';
import { type Database } from '@salience/database';
import { fleetView, listWorkers } from '@salience/database/operations';
import { loadFleet } from '@salience/database/operators';
import type { Installation } from '../home/installation.ts';
import { openOperatorDatabase } from './operator-database.ts';
import { queueDepths } from './queue-depths.ts';

/** The fleet as the database of an installation has it; holds at most one pool of connections between two readings. */
export interface OwnFleet {
  /** Undefined where the database does not run, or does not answer, now. */
  read(): Promise<FleetView | undefined>;
  close(): Promise<void>;
}

/** Reads the fleet from the database of this home, or of DATABASE_URL. Connects with the first reading. */
export function openOwnFleet(installation: Installation): OwnFleet {
  let open: Database | undefined;
  const close = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    await closing?.close();
  };
  return {
    async read() {
      try {
        open ??= await openOperatorDatabase(installation);
        return await readFrom(open, installation);
      } catch {
        // It may come back on another port after a restart: the next reading looks afresh.
        await close();
        return undefined;
      }
    },
    close,
  };
}

async function readFrom(db: Database, installation: Installation): Promise<FleetView> {
  const at = new Date();
  const [workers, numbers, depths] = await Promise.all([
    listWorkers(db),
    loadFleet(db, at),
    queueDepths(installation),
  ]);
  return fleetView({ at, workers, numbers, ...depths });
}
