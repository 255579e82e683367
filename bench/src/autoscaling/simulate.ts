import { percentile, seededRandom } from '@salience/testing/load';
import type { Arrival } from './arrivals.ts';
import { createEvents } from './events.ts';
import { createHpa, type HpaSettings } from './hpa.ts';
import { newReplica, onCore, type Replica } from './replicas.ts';

/** What a simulated fleet of digests is made of. Times in seconds. */
export interface SimulatedFleet {
  /** Replicas at the beginning; all the time when `hpa` is absent. */
  readonly replicas: number;
  readonly hpa?: HpaSettings;
  readonly slots: number;
  readonly cores: number;
  /** Processor time of a turn in digest, one half of it before the model's call and one after. */
  readonly cpuS: number;
  /** The mean of the model's time; each turn draws its own, by an exponential law or always this. */
  readonly modelS: number;
  readonly modelLaw: 'exponential' | 'constant';
  /** From the decision that a replica is to be until it takes turns: scheduling, image, start. */
  readonly startS: number;
  /** How long a draining replica may finish turns; what is left then is handed back and begins again elsewhere. */
  readonly drainS: number;
  /** How often the backlog is measured, scraped, and looked at by the autoscaler. */
  readonly gaugeS: number;
  readonly scrapeS: number;
  readonly syncS: number;
  readonly seed: number;
}

/** What came of it. */
export interface Simulated {
  readonly arrived: number;
  readonly ended: number;
  /** Turns that were handed back by a drain, and begun again. */
  readonly handedBack: number;
  /** From acceptance until a digest takes the turn, in seconds. */
  readonly waitS: { readonly p50: number; readonly p95: number; readonly p99: number; readonly mean: number };
  /** The share of turns that waited longer than ten seconds. */
  readonly over10: number;
  /** From the start of each replica to its end, summed. */
  readonly replicaHours: number;
  readonly scaleUps: number;
  readonly scaleDowns: number;
  readonly mostReplicas: number;
  readonly leastReplicas: number;
  /** The share of slots of ready replicas that were taken. */
  readonly busy: number;
  /** The first turns of one thread that did not end in their order; 0 unless the simulation is wrong. */
  readonly outOfOrder: number;
}

interface Turn {
  readonly atS: number;
  readonly thread: number;
  attempt: number;
}

type Happening =
  | { kind: 'arrival' }
  | { kind: 'called' | 'ended'; turn: number; attempt: number; replica: Replica }
  | { kind: 'model'; turn: number; attempt: number; replica: Replica }
  | { kind: 'ready' | 'stopped'; replica: Replica }
  | { kind: 'gauge' | 'scrape' | 'sync' };

/**
 * A fleet of digests under a load, event by event. Turns of one thread run one after another, those of different threads in the order in
 * which they came, each in a slot of the ready replica with the fewest turns. The autoscaler sees the backlog as late as it would: measured,
 * scraped, looked at. Ends when every turn has ended. The same seed, the same outcome.
 */
export function simulate(arrivals: Iterator<Arrival>, fleet: SimulatedFleet): Simulated {
  const run = new Simulation(arrivals, fleet);
  return run.toEnd();
}

class Simulation {
  readonly #events = createEvents<Happening>();
  readonly #random: () => number;
  readonly #turns: Turn[] = [];
  /** Turns of each thread that wait or run, the oldest first. */
  readonly #lanes = new Map<number, number[]>();
  /** The first waiting turn of each lane, in order; those before `#head` are taken. */
  #waiting: number[] = [];
  #head = 0;
  readonly #replicas: Replica[] = [];
  readonly #waits: number[] = [];
  readonly #hpa;
  #seen = { lanes: 0, oldestS: 0 };
  #gauge = { lanes: 0, oldestS: 0 };
  #nextArrival: IteratorResult<Arrival>;
  #ended = 0;
  #handedBack = 0;
  #outOfOrder = 0;
  #scaleUps = 0;
  #scaleDowns = 0;
  #most = 0;
  #least = Infinity;
  #slotS = 0;
  #readyS = 0;
  #lastS = 0;
  readonly #arrivals: Iterator<Arrival>;
  readonly #fleet: SimulatedFleet;

  constructor(arrivals: Iterator<Arrival>, fleet: SimulatedFleet) {
    this.#arrivals = arrivals;
    this.#fleet = fleet;
    this.#random = seededRandom(fleet.seed);
    this.#hpa = fleet.hpa && createHpa(fleet.hpa);
    for (let n = 0; n < fleet.replicas; n += 1)
      this.#replicas.push({ ...newReplica(0, fleet.cores), state: 'ready' });
    this.#nextArrival = arrivals.next();
    if (!this.#nextArrival.done) this.#events.add(this.#nextArrival.value.atS, { kind: 'arrival' });
    if (this.#hpa !== undefined)
      for (const kind of ['gauge', 'scrape', 'sync'] as const) this.#events.add(0, { kind });
    this.#note();
  }

  toEnd(): Simulated {
    for (let event = this.#events.next(); event !== undefined; event = this.#events.next()) {
      const { atS, what } = event;
      this.#count(atS);
      this.#happens(atS, what);
      if (this.#nextArrival.done === true && this.#ended === this.#turns.length) break;
    }
    return this.#outcome();
  }

  #happens(atS: number, what: Happening): void {
    const { gaugeS, scrapeS, syncS } = this.#fleet;
    switch (what.kind) {
      case 'arrival':
        return this.#arrives(atS);
      case 'called':
      case 'model':
      case 'ended':
        return this.#proceeds(atS, what);
      case 'ready':
        if (what.replica.state === 'starting') what.replica.state = 'ready';
        return this.#assign(atS);
      case 'stopped':
        return this.#stops(atS, what.replica);
      case 'gauge':
        this.#gauge = this.#backlog(atS);
        return this.#events.add(atS + gaugeS, { kind: 'gauge' });
      case 'scrape':
        this.#seen = this.#gauge;
        return this.#events.add(atS + scrapeS, { kind: 'scrape' });
      case 'sync':
        this.#scale(atS);
        return this.#events.add(atS + syncS, { kind: 'sync' });
    }
  }

  #arrives(atS: number): void {
    if (this.#nextArrival.done === true) return;
    const { thread } = this.#nextArrival.value;
    const turn = this.#turns.length;
    this.#turns.push({ atS, thread, attempt: 0 });
    const lane = this.#lanes.get(thread);
    if (lane === undefined) {
      this.#lanes.set(thread, [turn]);
      this.#waiting.push(turn);
    } else lane.push(turn);
    this.#nextArrival = this.#arrivals.next();
    if (!this.#nextArrival.done) this.#events.add(this.#nextArrival.value.atS, { kind: 'arrival' });
    this.#assign(atS);
  }

  /** Gives waiting lanes to free slots. */
  #assign(atS: number): void {
    while (this.#head < this.#waiting.length) {
      const replica = this.#freest();
      if (replica === undefined) return;
      const turn = this.#waiting[this.#head++] as number;
      if (this.#head > 10_000) {
        this.#waiting = this.#waiting.slice(this.#head);
        this.#head = 0;
      }
      this.#begin(atS, turn, replica);
    }
  }

  #freest(): Replica | undefined {
    let freest: Replica | undefined;
    for (const replica of this.#replicas)
      if (
        replica.state === 'ready' &&
        replica.running < this.#fleet.slots &&
        (freest === undefined || replica.running < freest.running)
      )
        freest = replica;
    return freest;
  }

  #begin(atS: number, number: number, replica: Replica): void {
    const turn = this.#turns[number] as Turn;
    if (turn.attempt === 0) this.#waits.push(atS - turn.atS);
    turn.attempt += 1;
    replica.running += 1;
    replica.turns.add(number);
    const doneS = onCore(replica, atS, this.#fleet.cpuS / 2);
    this.#events.add(doneS, { kind: 'called', turn: number, attempt: turn.attempt, replica });
  }

  #proceeds(atS: number, what: Extract<Happening, { turn: number }>): void {
    const turn = this.#turns[what.turn] as Turn;
    // It was handed back meanwhile.
    if (turn.attempt !== what.attempt || !what.replica.turns.has(what.turn)) return;
    const { cpuS, modelLaw, modelS } = this.#fleet;
    if (what.kind === 'called') {
      const tookS = modelLaw === 'constant' ? modelS : -modelS * Math.log(1 - this.#random());
      return this.#events.add(atS + tookS, { ...what, kind: 'model' });
    }
    if (what.kind === 'model')
      return this.#events.add(onCore(what.replica, atS, cpuS / 2), { ...what, kind: 'ended' });
    what.replica.turns.delete(what.turn);
    what.replica.running -= 1;
    this.#ended += 1;
    const lane = this.#lanes.get(turn.thread) ?? [];
    if (lane[0] !== what.turn) this.#outOfOrder += 1;
    lane.shift();
    const [next] = lane;
    if (next === undefined) this.#lanes.delete(turn.thread);
    else this.#waiting.push(next);
    if (what.replica.state === 'draining' && what.replica.running === 0) this.#goes(atS, what.replica);
    this.#assign(atS);
  }

  #backlog(atS: number): { lanes: number; oldestS: number } {
    let oldestS = 0;
    for (let at = this.#head; at < this.#waiting.length; at += 1)
      oldestS = Math.max(oldestS, atS - (this.#turns[this.#waiting[at] as number] as Turn).atS);
    return { lanes: this.#lanes.size, oldestS };
  }

  #scale(atS: number): void {
    if (this.#hpa === undefined) return;
    const live = this.#replicas.filter(({ state }) => state === 'starting' || state === 'ready');
    const ready = live.filter(({ state }) => state === 'ready').length;
    const wanted = this.#hpa.decide(atS, { current: live.length, ready }, this.#seen);
    if (wanted > live.length) this.#scaleUps += 1;
    if (wanted < live.length) this.#scaleDowns += 1;
    for (let n = live.length; n < wanted; n += 1) {
      const replica = newReplica(atS, this.#fleet.cores);
      this.#replicas.push(replica);
      this.#events.add(atS + this.#fleet.startS, { kind: 'ready', replica });
    }
    // Kubernetes takes those away that are not ready, then the youngest.
    const leaving = live
      .toSorted(
        (a, b) => Number(a.state === 'ready') - Number(b.state === 'ready') || b.startedS - a.startedS,
      )
      .slice(0, Math.max(0, live.length - wanted));
    for (const replica of leaving) {
      replica.state = 'draining';
      if (replica.running === 0) this.#goes(atS, replica);
      else this.#events.add(atS + this.#fleet.drainS, { kind: 'stopped', replica });
    }
    this.#note();
  }

  /** The time of a drain is over: what still runs goes back to the front of the queue. */
  #stops(atS: number, replica: Replica): void {
    if (replica.state !== 'draining') return;
    const back = [...replica.turns].toSorted((a, b) => a - b);
    this.#handedBack += back.length;
    this.#waiting = [...back, ...this.#waiting.slice(this.#head)];
    this.#head = 0;
    replica.turns.clear();
    replica.running = 0;
    this.#goes(atS, replica);
    this.#assign(atS);
  }

  #goes(atS: number, replica: Replica): void {
    replica.state = 'gone';
    replica.endedS = atS;
    this.#gone += atS - replica.startedS;
    this.#replicas.splice(this.#replicas.indexOf(replica), 1);
  }

  #gone = 0;

  #note(): void {
    const live = this.#replicas.filter(({ state }) => state === 'starting' || state === 'ready').length;
    this.#most = Math.max(this.#most, live);
    this.#least = Math.min(this.#least, live);
  }

  #count(atS: number): void {
    const span = atS - this.#lastS;
    this.#lastS = atS;
    for (const { running, state } of this.#replicas) {
      this.#slotS += span * running;
      if (state === 'ready') this.#readyS += span * this.#fleet.slots;
    }
  }

  #outcome(): Simulated {
    const stillS = this.#replicas.reduce((sum, { startedS }) => sum + this.#lastS - startedS, 0);
    const at = (share: number): number => percentile(this.#waits, share);
    return {
      arrived: this.#turns.length,
      ended: this.#ended,
      handedBack: this.#handedBack,
      waitS: {
        p50: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
        mean: this.#waits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, this.#waits.length),
      },
      over10: this.#waits.filter((wait) => wait > 10).length / Math.max(1, this.#waits.length),
      replicaHours: (this.#gone + stillS) / 3_600,
      scaleUps: this.#scaleUps,
      scaleDowns: this.#scaleDowns,
      mostReplicas: this.#most,
      leastReplicas: this.#least,
      busy: this.#slotS / Math.max(1e-9, this.#readyS),
      outOfOrder: this.#outOfOrder,
    };
  }
}
