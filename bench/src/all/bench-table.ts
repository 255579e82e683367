import { atLeast, atMost, type Figure, stated } from './figure.ts';

/** How much of it is run. */
export interface Scope {
  /** How long each load is measured, in seconds. */
  readonly seconds: number;
  /** Minutes of the soak; 0 leaves it out. */
  readonly soakMinutes: number;
  readonly peers: boolean;
  /** Also the first start of a fresh clone. */
  readonly cold: boolean;
}

/** One benchmark and the figures that are taken from its report. */
export interface BenchEntry {
  readonly name: string;
  /** The program and its arguments, for the Node that runs this; the last line it writes is its report. */
  readonly command: readonly string[];
  readonly figures: readonly Figure[];
  /** Why it is left out of this run, and how to have it; undefined when it is run. */
  readonly leftOut?: string;
}

/** Everything that is measured, in the order in which it runs: what is most easily disturbed comes first. */
export function benchTable(scope: Scope): readonly BenchEntry[] {
  return [
    ...idleEntries(scope),
    ...throughputEntries(scope),
    {
      name: 'two digests',
      command: ['bench/scale.ts', '--seconds', String(scope.seconds)],
      figures: [
        atLeast('turns per second of two digests as a multiple of one', 'ratio', '', 1.8),
        atMost('wrong or missing replies', 'faultCount', '', 0),
      ],
    },
    ...hardshipEntries(scope),
    {
      name: 'peers',
      command: ['bench/peers/run.mjs', '--seconds', String(scope.seconds)],
      figures: [
        atLeast('times the best framework, with embedder', 'ratios.salience.toBest', '', 2),
        atLeast('times the best framework, without', 'ratios.salience-no-embedder.toBest', '', 5),
        atMost('wrong or missing replies', 'faultCount', '', 0),
        stated('all scenarios', 'scenarios', ''),
      ],
      ...(scope.peers ? {} : { leftOut: 'ask for it with --peers' }),
    },
  ];
}

function idleEntries(scope: Scope): BenchEntry[] {
  return [
    {
      name: 'idle latency',
      command: ['bench/idle-latency.ts', '--n', '200', '--backend', 'redis'],
      figures: [
        atMost('POST /chat to done, p50', 'chatMs.p50', 'ms', 25),
        stated('POST /chat to done, p95', 'chatMs.p95', 'ms'),
        stated('floor, p50', 'floorMs.p50', 'ms'),
      ],
    },
    ...backgroundEntries(),
    {
      name: 'memory search',
      command: ['bench/memory-search.ts'],
      figures: [
        atMost('10,000 memories, p95', 'bySize.10000.vectorGivenMs.p95', 'ms', 15),
        atMost('100,000 memories, p95', 'bySize.100000.vectorGivenMs.p95', 'ms', 50),
        stated('one round trip, p50', 'bySize.100000.floorMs.p50', 'ms'),
        stated('process before its codes', 'bySize.100000.residentBeforeMb', 'MB'),
        stated('process with 100,000 codes', 'bySize.100000.residentAfterMb', 'MB'),
      ],
    },
    {
      name: 'route decision',
      command: ['bench/route.ts'],
      figures: [
        atMost('signals to decision, p99', 'shippedUs.p99', 'µs', 50),
        stated('the same under the reference policy', 'referenceUs.p99', 'µs'),
      ],
    },
    {
      name: 'replay of decisions',
      command: ['bench/replay.ts'],
      figures: [
        atMost('100,000 stored decisions under a candidate', 'candidateS', 's', 10),
        atMost('decisions that differ under their own policy', 'differUnderOwn', '', 0),
        stated('the same under a further candidate', 'nextCandidateS', 's'),
      ],
    },
    {
      name: 'round trips',
      command: ['bench/round-trips.ts', '--n', '100'],
      figures: [
        atMost('Postgres round trips of a turn in digest', 'perTurn.postgres', '', 4),
        atMost('Redis round trips of our own', 'perTurn.redisOwn', '', 3),
        stated('Redis commands of deltas', 'perTurn.redisDeltas', ''),
        stated('Redis commands of BullMQ', 'perTurn.redisBullmq', ''),
      ],
    },
    {
      name: 'footprint',
      command: ['bench/footprint.ts'],
      figures: [
        atMost('supervisor and apps after a replay', 'togetherMb', 'MB', 450),
        atMost('supervisor', 'supervisorMb', 'MB', 75),
        atMost('idle processor time of the whole stack', 'idleCpuPercent', '% of a core', 5),
        stated('stores', 'storesMb', 'MB'),
      ],
    },
    {
      name: 'start times',
      command: ['bench/start-times.ts', ...(scope.cold ? ['--cold'] : [])],
      figures: [
        atMost('npm start, warm', 'warmS', 's', 5),
        ...(scope.cold ? [atMost('npm start in a fresh clone', 'coldS', 's', 180)] : []),
      ],
    },
  ];
}

/** What goes on behind people's backs must not keep them waiting. */
function backgroundEntries(): BenchEntry[] {
  return [
    {
      name: 'reply latency beside the background',
      command: ['bench/reply-latency.ts'],
      figures: [
        atMost('POST /chat to done with memory workers running, as a multiple of without', 'ratio', '', 1.1),
        stated('with them, p50', 'runningMs.p50', 'ms'),
        stated('without, p50', 'stoppedMs.p50', 'ms'),
        stated('that multiple with 95 % confidence, from', 'between.low', ''),
        stated('to', 'between.high', ''),
      ],
    },
    yieldEntry('redis'),
    yieldEntry('postgres'),
  ];
}

function yieldEntry(backend: string): BenchEntry {
  return {
    name: `idle thought steps back on ${backend}`,
    command: ['bench/drift-yield.ts', '--backends', backend, '--n', '40'],
    figures: [
      atMost('commit of a turn to the end of an open model call, p95', 'commitToEndMs.p95', 'ms', 100),
      stated('p50', 'commitToEndMs.p50', 'ms'),
      stated('bare signal, p95', 'floorMs.p95', 'ms'),
    ],
  };
}

function throughputEntries({ seconds }: Scope): BenchEntry[] {
  const command = (backend: string, embedder: string): string[] => [
    'bench/throughput.ts',
    ...Object.entries({ backend, embedder, seconds }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ]),
  ];
  const always = [
    stated('turns per second', 'turnsPerS', '/s'),
    stated('p50', 'p50Ms', 'ms'),
    stated('p95', 'p95Ms', 'ms'),
    stated('processor time of a turn', 'cpuMsPerTurn', 'ms'),
    stated('processor time of a turn by process', 'cpuMsPerTurnBy', 'ms'),
    stated('telemetry', 'telemetry', ''),
    atMost('background backlog at the end', 'backlogS', 's', 2),
    atMost('wrong or missing replies', 'faultCount', '', 0),
  ];
  const ofFloor = atLeast('share of the naive floor', 'ratioToNaive', '', 0.7, 1);
  return [
    { name: 'throughput without embedder', command: command('redis', 'off'), figures: [ofFloor, ...always] },
    {
      name: 'throughput with embedder',
      command: command('redis', 'on'),
      figures: [ofFloor, atLeast('turns per second, judged', 'turnsPerS', '/s', 200, 300), ...always],
    },
    {
      name: 'throughput on Postgres',
      command: command('postgres', 'on'),
      figures: [atLeast('turns per second, judged', 'turnsPerS', '/s', 40), ...always],
    },
  ];
}

function hardshipEntries({ soakMinutes }: Scope): BenchEntry[] {
  const chaos = (backend: string): BenchEntry => ({
    name: `chaos on ${backend}`,
    command: [
      'test/long/chaos.ts',
      ...Object.entries({ backend, turns: 500, threads: 50, kills: 8, seed: 1 }).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]),
    ],
    figures: [
      atMost('broken laws', 'violations', '', 0),
      atMost('lanes taken over too late', 'late', '', 0),
      stated('takeover, p95', 'takeoverMsP95', 'ms'),
      stated('kills', 'kills', ''),
    ],
  });
  return [
    chaos('redis'),
    chaos('postgres'),
    {
      name: 'abuse',
      // The property in full is `test/long/abuse.ts` by itself: 10,000 requests a route take an hour.
      command: ['test/long/abuse.ts', '--requests', '1000'],
      figures: [atMost('wrong answers and lost turns', 'wrong', '', 0)],
    },
    {
      name: 'soak',
      command: ['test/long/soak.ts', '--minutes', String(soakMinutes)],
      figures: [
        atMost('broken laws', 'violations', '', 0),
        stated('turns', 'turns', ''),
        stated('kills', 'kills', ''),
        stated('memory by process', 'memory', 'MB'),
        stated('growth of tables', 'bytesPerTurn', 'bytes a turn'),
        stated('backlog', 'backlog', ''),
      ],
      ...(soakMinutes > 0 ? {} : { leftOut: 'ask for it with --soak 30' }),
    },
  ];
}
