import * as prom from 'prom-client';
import { type ConventionMetrics, conventionMetrics, readOptIn } from './convention-metrics.ts';
import { type Counter, type Gauge, type Histogram, Instruments } from './instruments.ts';
import { type LoopMetrics, loopMetrics } from './loop-metrics.ts';
import { metricNames } from './names.ts';

/** How the metrics of a process are labelled and what they include. */
export interface MetricsSettings {
  readonly service: string;
  readonly instanceId: string;
  /** Also CPU, memory, garbage collection and event-loop delay of the process. Defaults to true. */
  readonly processMetrics?: boolean;
  /** The value of OTEL_SEMCONV_STABILITY_OPT_IN: whose metrics are told beside ours. None by default. */
  readonly conventionOptIn?: string | undefined;
}

/**
 * Everything a process counts. Times are seconds. Agents beyond 200 in one process count as `other`.
 * Metrics without labels take an empty object: `openStreams.add({}, 1)`.
 */
export interface Metrics extends LoopMetrics {
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
  /** Jobs waiting; this and what else the fleet shares is told by every scheduler, the same figures by each. */
  readonly queueDepth: Gauge<'queue'>;
  /** Jobs that wait for their time. */
  readonly queueDelayed: Gauge<'queue'>;
  /** How long the oldest job that is due has waited. */
  readonly queueOldest: Gauge<'queue'>;
  /** Lanes with turns: `waiting` for a worker, or `running`. */
  readonly lanes: Gauge<'state'>;
  /** How long the oldest turn that nobody has claimed has waited. */
  readonly laneOldest: Gauge<never>;
  /** Work that Postgres knows of and no worker has finished: `exchange`, `range`, `episode`, `experience`, `reminder`. */
  readonly backlog: Gauge<'kind'>;
  /** How long the oldest of it has waited; `outbox` too. */
  readonly backlogOldest: Gauge<'kind'>;
  readonly quarantinedTurns: Gauge<never>;
  readonly deadLettersOpen: Gauge<never>;
  readonly modelCalls: Counter<'agent' | 'outcome' | 'role'>;
  readonly modelCallDuration: Histogram<'role'>;
  /** From the call to the first piece of a streamed reply. */
  readonly modelFirstToken: Histogram<'role'>;
  /** Decisions that plain code took where a model might have been asked. */
  readonly modelCallsAvoided: Counter<'agent' | 'reason'>;
  /** Tokens, by `input` and `output`. */
  readonly modelTokens: Counter<'agent' | 'role' | 'type'>;
  /** US dollars, where the price of the model and its tokens are known. */
  readonly modelCost: Counter<'agent' | 'model' | 'role'>;
  /** Requests to providers, retries and failover included; `outcome` is `ok` or the error's code. */
  readonly modelAttempts: Counter<'model' | 'outcome' | 'provider' | 'role'>;
  /** Answers whose provider did not say what they used: neither tokens nor cost are counted in full. */
  readonly modelUsageMissing: Counter<'agent' | 'model' | 'role'>;
  /** 1 while a provider that could not be reached is left alone, else 0. */
  readonly modelProviderOffline: Gauge<'provider'>;
  readonly outboxPending: Gauge<never>;
  /** Actions that were ruled on: `path` is `run`, `ask` or `refuse`. */
  readonly actionRulings: Counter<'agent' | 'path' | 'tool'>;
  /** Time of one try of an action; `outcome` as it is stored. */
  readonly actionDuration: Histogram<'outcome' | 'tool'>;
  /** What the sweeper had to put right, by kind of damage. */
  readonly sweeperRepairs: Counter<'kind'>;
  /** Answers of tools that were looked at: `stored`, `skipped` (worth nothing), `known`, put off till `later`, `failed`, `expired`. */
  readonly experiences: Counter<'outcome'>;
  /** Reminders that fired; `late` is `yes` or `no`. */
  readonly remindersFired: Counter<'late'>;
  /** What all agents remember, by kind, as of their latest audits; like the next two the same figure from every scheduler. */
  readonly memoryItems: Gauge<'kind'>;
  /** Shares of what the latest audits looked at, 0..1; `flaw` is `duplicates`, `unsupported`, `loops` or `stale`. */
  readonly memoryFlaws: Gauge<'flaw' | 'kind'>;
  /** What could not be learned from and may be tried again, as of the latest audits. */
  readonly memoryFailed: Gauge<'kind'>;
  /** Requests to forget that are not through. */
  readonly forgettingsOpen: Gauge<never>;
  /** Idle thoughts that were kept, by how their seed was chosen. */
  readonly driftThoughts: Counter<'strategy'>;
  /** Idle thoughts that were given up because somebody needed the fleet. */
  readonly driftYields: Counter<never>;
  /** Times that an agent was due and no thought was kept, by why: the fleet was busy, nothing to think about, a proposal refused. */
  readonly driftSkipped: Counter<'reason'>;
  /** `route` is the template (`/turns/:id`), never a path with ids. */
  readonly httpRequests: Counter<'method' | 'route' | 'status'>;
  readonly httpDuration: Histogram<'method' | 'route'>;
  readonly openStreams: Gauge<never>;
  /** 1 while this process reaches it, else 0: `postgres`, `queues`. */
  readonly dependencyUp: Gauge<'dependency'>;
  /** The same measurements in the conventions' names, for those who asked for them. */
  readonly conventions: ConventionMetrics;
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
  if (settings.processMetrics ?? true) {
    // At its default of 10 ms the measuring of the event loop alone costs an idle worker half a per cent of a core.
    prom.collectDefaultMetrics({ register: make.registry, eventLoopMonitoringPrecision: 200 });
  }
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
    queueDelayed: gauge(n.queueDelayed, 'Jobs that wait for their time', ['queue']),
    queueOldest: gauge(n.queueOldest, 'Seconds that the oldest due job has waited', ['queue']),
    lanes: gauge(n.lanes, 'Lanes with turns', ['state']),
    laneOldest: gauge(n.laneOldest, 'Seconds that the oldest unclaimed turn has waited', none),
    backlog: gauge(n.backlog, 'Rows that wait for a worker', ['kind']),
    backlogOldest: gauge(n.backlogOldest, 'Seconds that the oldest of them has waited', ['kind']),
    quarantinedTurns: gauge(n.quarantinedTurns, 'Quarantined turns that nobody has settled', none),
    deadLettersOpen: gauge(n.deadLettersOpen, 'Dead letters that nobody has settled', none),
    modelCalls: counter(n.modelCalls, 'Calls of language models, by role', ['agent', 'outcome', 'role']),
    modelCallDuration: seconds(n.modelCallDuration, 'Time of one model call', ['role']),
    modelFirstToken: seconds(n.modelFirstToken, 'Time to the first piece of a streamed reply', ['role']),
    modelCost: counter(n.modelCost, 'What models cost, in US dollars', ['agent', 'model', 'role']),
    modelAttempts: counter(n.modelAttempts, 'Requests to providers', [
      'model',
      'outcome',
      'provider',
      'role',
    ]),
    modelUsageMissing: counter(n.modelUsageMissing, 'Answers without usage', ['agent', 'model', 'role']),
    modelProviderOffline: gauge(n.modelProviderOffline, 'Providers that are left alone', ['provider']),
    modelCallsAvoided: counter(n.modelCallsAvoided, 'Decisions taken without a model', ['agent', 'reason']),
    modelTokens: counter(n.modelTokens, 'Tokens read and written by models', ['agent', 'role', 'type']),
    outboxPending: gauge(n.outboxPending, 'Outbox rows not yet relayed', none),
    actionRulings: counter(n.actionRulings, 'Actions ruled on', ['agent', 'path', 'tool']),
    actionDuration: seconds(n.actionDuration, 'Time of one try of an action', ['outcome', 'tool']),
    sweeperRepairs: counter(n.sweeperRepairs, 'Damage put right by the sweeper', ['kind']),
    experiences: counter(n.experiences, 'Answers of tools that were looked at', ['outcome']),
    remindersFired: counter(n.remindersFired, 'Reminders that fired', ['late']),
    httpRequests: counter(n.httpRequests, 'HTTP requests, by route and status', [
      'method',
      'route',
      'status',
    ]),
    httpDuration: seconds(n.httpDuration, 'Time to the end of an HTTP response', ['method', 'route']),
    openStreams: gauge(n.openStreams, 'Event streams open now', none),
    dependencyUp: gauge(n.dependencyUp, 'Whether this process reaches what it depends on', ['dependency']),
    conventions: conventionMetrics(make, readOptIn(settings.conventionOptIn)),
    ...memoryMetrics({ counter, gauge }),
    ...loopMetrics(make),
    metricsText: () => make.registry.metrics(),
    contentType: make.registry.contentType,
    close: () => make.registry.clear(),
  };
}

type Maker<I> = I extends 'counter'
  ? <L extends string>(name: string, help: string, labels: readonly L[]) => Counter<L>
  : <L extends string>(name: string, help: string, labels: readonly L[]) => Gauge<L>;

/** What is remembered, what is wrong with it, and what idle thought came to. */
function memoryMetrics({ counter, gauge }: { counter: Maker<'counter'>; gauge: Maker<'gauge'> }) {
  const n = metricNames;
  const none: readonly never[] = [];
  return {
    memoryItems: gauge(n.memoryItems, 'What is remembered, as of the latest audits', ['kind']),
    memoryFlaws: gauge(n.memoryFlaws, 'Shares of flawed items in the latest audits', ['flaw', 'kind']),
    memoryFailed: gauge(n.memoryFailed, 'What could not be learned from', ['kind']),
    forgettingsOpen: gauge(n.forgettingsOpen, 'Requests to forget that are not through', none),
    driftThoughts: counter(n.driftThoughts, 'Idle thoughts that were kept', ['strategy']),
    driftYields: counter(n.driftYields, 'Idle thoughts given up for a person', none),
    driftSkipped: counter(n.driftSkipped, 'Idle thoughts that did not come about', ['reason']),
  };
}
