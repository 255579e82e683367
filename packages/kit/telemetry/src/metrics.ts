import * as prom from 'prom-client';
import { type Counter, type Gauge, type Histogram, Instruments } from './instruments.ts';
import { metricNames } from './names.ts';

/** How the metrics of a process are labelled and what they include. */
export interface MetricsSettings {
  readonly service: string;
  readonly instanceId: string;
  /** Also CPU, memory, garbage collection and event-loop delay of the process. Defaults to true. */
  readonly processMetrics?: boolean;
}

/**
 * Everything a process counts. Times are seconds. Agents beyond 200 in one process count as `other`.
 * Metrics without labels take an empty object: `openStreams.add({}, 1)`.
 */
export interface Metrics {
  /** Turns that reached their terminal state here. */
  readonly turnsEnded: Counter<'agent' | 'state'>;
  /** Time in one stage of a turn: the last word of its span's name, such as `classify`. */
  readonly stageDuration: Histogram<'stage'>;
  /** From the acceptance of a turn to the claim of its lane. */
  readonly laneWait: Histogram<never>;
  /** Lanes claimed after their former holder's lease ran out. */
  readonly laneTakeovers: Counter<never>;
  /** Attempts of jobs, by how they ended: `done`, `cancelled`, `snoozed`, `retried`, `failed`. */
  readonly jobs: Counter<'job' | 'outcome'>;
  readonly jobDuration: Histogram<'job'>;
  /** From the moment a job was due to the moment it was started. */
  readonly jobWait: Histogram<'job'>;
  readonly queueDepth: Gauge<'queue'>;
  readonly modelCalls: Counter<'agent' | 'outcome' | 'role'>;
  readonly modelCallDuration: Histogram<'role'>;
  /** Decisions that plain code took where a model might have been asked. */
  readonly modelCallsAvoided: Counter<'agent' | 'reason'>;
  /** Tokens, by `input` and `output`. */
  readonly modelTokens: Counter<'agent' | 'role' | 'type'>;
  readonly outboxPending: Gauge<never>;
  /** What the sweeper had to put right, by kind of damage. */
  readonly sweeperRepairs: Counter<'kind'>;
  /** Reminders that fired; `late` is `yes` or `no`. */
  readonly remindersFired: Counter<'late'>;
  /** `route` is the template (`/turns/:id`), never a path with ids. */
  readonly httpRequests: Counter<'method' | 'route' | 'status'>;
  readonly httpDuration: Histogram<'method' | 'route'>;
  readonly openStreams: Gauge<never>;
  /** Says that the named loop just made progress; its idle time starts again from zero. */
  loopProgressed(loop: string): void;
  /** The named loop is over on purpose: its idle time is no longer reported. */
  loopEnded(loop: string): void;
  /** Seconds since each loop's last progress, by name: what liveness is judged by. */
  loopIdleSeconds(): Readonly<Record<string, number>>;
  /** Everything in the Prometheus text format. */
  metricsText(): Promise<string>;
  /** The `Content-Type` that goes with `metricsText`. */
  readonly contentType: string;
  /** Stops collecting; the text is empty from here on. */
  close(): void;
}

// From half a millisecond (a scoring step) to five minutes (a model that crawls).
const secondsBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
];

/** Declares all metrics in a registry of their own. */
export function defineMetrics(settings: MetricsSettings): Metrics {
  const make = new Instruments();
  make.registry.setDefaultLabels({ service: settings.service, instance: settings.instanceId });
  if (settings.processMetrics ?? true) prom.collectDefaultMetrics({ register: make.registry });
  const seconds = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.histogram({ name, help, labels }, secondsBuckets);
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.counter({ name, help, labels });
  const gauge = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.gauge({ name, help, labels });
  const n = metricNames;
  const none: readonly never[] = [];
  return {
    turnsEnded: counter(n.turnsEnded, 'Turns that ended, by terminal state', ['agent', 'state']),
    stageDuration: seconds(n.stageDuration, 'Time in one stage of a turn', ['stage']),
    laneWait: seconds(n.laneWait, 'From acceptance of a turn to the claim of its lane', none),
    laneTakeovers: counter(n.laneTakeovers, 'Lanes taken over after a lease ran out', none),
    jobs: counter(n.jobs, 'Attempts of jobs, by outcome', ['job', 'outcome']),
    jobDuration: seconds(n.jobDuration, 'Run time of one attempt of a job', ['job']),
    jobWait: seconds(n.jobWait, 'From due to started', ['job']),
    queueDepth: gauge(n.queueDepth, 'Jobs waiting', ['queue']),
    modelCalls: counter(n.modelCalls, 'Calls of language models, by role', ['agent', 'outcome', 'role']),
    modelCallDuration: seconds(n.modelCallDuration, 'Time of one model call', ['role']),
    modelCallsAvoided: counter(n.modelCallsAvoided, 'Decisions taken without a model', ['agent', 'reason']),
    modelTokens: counter(n.modelTokens, 'Tokens read and written by models', ['agent', 'role', 'type']),
    outboxPending: gauge(n.outboxPending, 'Outbox rows not yet relayed', none),
    sweeperRepairs: counter(n.sweeperRepairs, 'Damage put right by the sweeper', ['kind']),
    remindersFired: counter(n.remindersFired, 'Reminders that fired', ['late']),
    httpRequests: counter(n.httpRequests, 'HTTP requests, by route and status', [
      'method',
      'route',
      'status',
    ]),
    httpDuration: seconds(n.httpDuration, 'Time to the end of an HTTP response', ['method', 'route']),
    openStreams: gauge(n.openStreams, 'Event streams open now', none),
    ...loopMetrics(make),
    metricsText: () => make.registry.metrics(),
    contentType: make.registry.contentType,
    close: () => make.registry.clear(),
  };
}

/** "Produced nothing for N seconds": measured when asked, so a loop that hangs still shows. */
function loopMetrics(make: Instruments): Pick<Metrics, 'loopEnded' | 'loopIdleSeconds' | 'loopProgressed'> {
  const progressedAt = new Map<string, number>();
  const idleSeconds = () => {
    const now = performance.now();
    return Object.fromEntries([...progressedAt].map(([loop, at]) => [loop, (now - at) / 1000]));
  };
  const shape = {
    name: metricNames.loopIdle,
    help: 'Seconds since a loop last made progress',
    labels: ['loop'],
  };
  make.gauge(shape, (gauge) => {
    gauge.clear();
    for (const [loop, idle] of Object.entries(idleSeconds())) gauge.set({ loop }, idle);
  });
  return {
    loopProgressed: (loop) => void progressedAt.set(loop, performance.now()),
    loopEnded: (loop) => void progressedAt.delete(loop),
    loopIdleSeconds: idleSeconds,
  };
}
