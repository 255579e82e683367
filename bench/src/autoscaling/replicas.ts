/** A digest of a simulated fleet. */
export interface Replica {
  readonly startedS: number;
  state: 'starting' | 'ready' | 'draining' | 'gone';
  running: number;
  /** When each of its cores is free again, in seconds. */
  readonly coreFreeS: number[];
  /** Turns that it runs, by their number. */
  readonly turns: Set<number>;
  endedS: number | undefined;
}

/** A replica that starts now. */
export function newReplica(atS: number, cores: number): Replica {
  return {
    startedS: atS,
    state: 'starting',
    running: 0,
    coreFreeS: Array.from({ length: cores }, () => 0),
    turns: new Set(),
    endedS: undefined,
  };
}

/** Gives a piece of work to the core that is free first. Returns when it is done, in seconds. */
export function onCore(replica: Replica, atS: number, workS: number): number {
  let first = 0;
  replica.coreFreeS.forEach((free, core) => {
    if (free < (replica.coreFreeS[first] ?? Infinity)) first = core;
  });
  const doneS = Math.max(atS, replica.coreFreeS[first] ?? 0) + workS;
  replica.coreFreeS[first] = doneS;
  return doneS;
}
