import { type ConventionMetrics, conventionMetrics, readOptIn } from './convention-metrics.ts';
import { type Exposition, expose } from './exposition.ts';
import { type Counter, type Gauge, type Histogram, Instruments } from './instruments.ts';
import { type LoopMetrics, loopMetrics } from './loop-metrics.ts';
import { ModelUsageCounts } from './model-usage.ts';
import { metricNames } from './names.ts';
import { type ProcessMetrics, processMetrics } from './process-metrics.ts';

/** Options of the metrics of a process. */
export interface MetricsSettings {
  readonly service: string;
  readonly instanceId: string;
  /** Also CPU, memory, garbage collection and event-loop delay of the process. Defaults to true. */
  readonly processMetrics?: boolean;
  /** The value of OTEL_SEMCONV_STABILITY_OPT_IN: which convention metrics are reported beside ours. None by default. */
  readonly conventionOptIn?: string | undefined;
}

/**
 * All metrics of a process. Times are seconds. Agents beyond 200 in one process count as `other`. Metrics without labels take an
 * empty object: `openStreams.add({}, 1)`.
 */
export interface Metrics extends LoopMetrics, Pick<ProcessMetrics, 'eventLoopDelay'> {
  /** Turns that reached their terminal state in this process. */
  readonly turnsEnded: Counter<'agent' | 'state'>;
  /** Time in one stage of a turn. The label is the last word of its span's name, such as `classify`. */
  readonly stageDuration: Histogram<'stage'>;
  /** Time inside of a span, by its name and whether it was `ok` or `failed`; of traces that are not sent too, but not of requests and sendings. */
  readonly spanDuration: Histogram<'outcome' | 'span'>;
  /** From the acceptance of a turn to the claim of its lane. */
  readonly laneWait: Histogram<never>;
  /** Lanes claimed after the previous owner's lease expired. */
  readonly laneTakeovers: Counter<never>;
  /** Lanes claimed, by who held them before: `same` (this worker), `other`, `none`. */
  readonly laneClaims: Counter<'holder'>;
  /** Texts whose vectors were computed in this process. */
  readonly embedderRuns: Counter<never>;
  /** Attempts of jobs, by how they ended: `done`, `cancelled`, `snoozed`, `retried`, `failed`. */
  readonly jobs: Counter<'job' | 'outcome'>;
  readonly jobDuration: Histogram<'job'>;
  /** From the moment a job was due to the moment it was started. */
  readonly jobWait: Histogram<'job'>;
  /** Jobs waiting. Every scheduler reports the same figure for this and the other fleet metrics. */
  readonly queueDepth: Gauge<'queue'>;
  /** Jobs that are delayed. */
  readonly queueDelayed: Gauge<'queue'>;
  /** How long the oldest job that is due has waited. */
  readonly queueOldest: Gauge<'queue'>;
  /** Lanes with turns: `waiting` for a worker, or `running`. */
  readonly lanes: Gauge<'state'>;
  /** How long the oldest turn that no worker has claimed has waited. */
  readonly laneOldest: Gauge<never>;
  /** Rows that wait for a worker: `exchange`, `range`, `episode`, `experience`, `schedule`, …. */
  readonly backlog: Gauge<'kind'>;
  /** How long the oldest of these rows has waited; also `outbox`. */
  readonly backlogOldest: Gauge<'kind'>;
  readonly quarantinedTurns: Gauge<never>;
  readonly deadLettersOpen: Gauge<never>;
  readonly modelCalls: Counter<'agent' | 'outcome' | 'role'>;
  readonly modelCallDuration: Histogram<'role'>;
  /** From the call to the first chunk of a streamed reply. */
  readonly modelFirstToken: Histogram<'role'>;
  /** Decisions made by plain code where a model might have been called. */
  readonly modelCallsAvoided: Counter<'agent' | 'reason'>;
  /** Tokens, by `input` and `output`. */
  readonly modelTokens: Counter<'agent' | 'role' | 'type'>;
  /** US dollars, where the price of the model and its tokens are known. */
  readonly modelCost: Counter<'agent' | 'model' | 'role'>;
  /** The same by agent, role and model, until it is kept in Postgres. */
  readonly modelUsage: ModelUsageCounts;
  /** Requests to providers, retries and failover included; `outcome` is `ok` or the error's code. */
  readonly modelAttempts: Counter<'model' | 'outcome' | 'provider' | 'role'>;
  /** Answers whose provider did not report usage: neither tokens nor cost are counted in full. */
  readonly modelUsageMissing: Counter<'agent' | 'model' | 'role'>;
  /** 1 while an unreachable provider is not called, else 0. */
  readonly modelProviderOffline: Gauge<'provider'>;
  readonly outboxPending: Gauge<never>;
  /** Rulings on actions: `path` is `run`, `ask` or `refuse`. */
  readonly actionRulings: Counter<'agent' | 'path' | 'tool'>;
  /** Time of one try of an action; `outcome` as it is stored. */
  readonly actionDuration: Histogram<'outcome' | 'tool'>;
  /** Jobs and wake-ups sent again by a sweep, by kind. */
  readonly sweeperRepairs: Counter<'kind'>;
  /**
   * Tool answers that were assimilated: `stored`, `skipped` (not worth keeping), `known`, `later` (postponed), `failed`, `expired`.
   */
  readonly experiences: Counter<'outcome'>;
  /** Attempts to reach a person over a channel (`mail`, `webhook`), by how they ended: `delivered`, `retried`, `failed`, `unknown`. */
  readonly deliveries: Counter<'channel' | 'outcome'>;
  /** Notices that reached nobody. Every scheduler reports the same figure. */
  readonly noticesUndelivered: Gauge<never>;
  /** Occurrences of schedules that fired, by fate. */
  readonly schedulesFired: Counter<'fate'>;
  readonly taskMoves: Counter<'move'>;
  readonly pulseTicks: Counter<'outcome'>;
  readonly inbound: Counter<'authorisation' | 'inlet' | 'reason'>;
  readonly adapterErrors: Counter<'code' | 'inlet'>;
  readonly letters: Counter<'kind' | 'outcome'>;
  /** Signals that were taken in, by source. */
  readonly signals: Counter<'source'>;
  /** How signals were judged for modules, by reason. */
  readonly judgements: Counter<'reason'>;
  /** What became of activations that were due, and which wakes were heard. */
  readonly wakes: Counter<'outcome'>;
  /** Trainings of clusters: `promoted`, `kept` (the one that scores is better), `stale`. */
  readonly trainings: Counter<'outcome'>;
  /** Those that were skipped, by reason. */
  readonly schedulesSkipped: Counter<'reason'>;
  /**
   * Stored memories of all agents, by kind, as of their latest audits. Every scheduler reports the same figure for this and the next
   * two.
   */
  readonly memoryItems: Gauge<'kind'>;
  /** Shares found by the latest audits, 0..1; `flaw` is `duplicates`, `unsupported`, `loops` or `stale`. */
  readonly memoryFlaws: Gauge<'flaw' | 'kind'>;
  /** Rows whose extraction failed and may be retried, as of the latest audits. */
  readonly memoryFailed: Gauge<'kind'>;
  /** Open forget requests. */
  readonly forgettingsOpen: Gauge<never>;
  /** Thoughts that were kept, by the strategy that chose the seed. */
  readonly driftThoughts: Counter<'strategy'>;
  readonly thoughtsSaid: Counter<never>;
  /** Thoughts that were abandoned because a turn was accepted. */
  readonly driftYields: Counter<never>;
  /** Drift attempts that produced no thought, by reason: the fleet was busy, nothing to think about, a proposal refused. */
  readonly driftSkipped: Counter<'reason'>;
  /** Labels of decisions that were kept: how each came about, and what it says. */
  readonly labels: Counter<'kind' | 'via'>;
  /** Rows that no label could be read of because reading or keeping it failed; each is logged and passed over. */
  readonly labelsSkipped: Counter<'via'>;
  /** Reviews of decisions by how they ended: `agrees`, `disagrees`, `unclear` (it contradicts itself), `yielded`, `failed`. */
  readonly reviews: Counter<'outcome'>;
  /** 1 where no language model is there to review decisions, else 0. */
  readonly reviewerOffline: Gauge<never>;
  /** Mean distance, 0..1, of the router's confidence and how often it was right; `map` is `without` or `with`. */
  readonly calibrationError: Gauge<'map'>;
  /** What presses the policy of the fleet to change, by its threshold: above 1 it presses. The regulator that is active sets it, and clears it when it no longer is. */
  readonly policyPressure: Gauge<'pressure'>;
  /** The version that decides, of each regulated policy, as this process knows it. */
  readonly policyVersion: Gauge<'name'>;
  /** Set and cleared like the pressures. Share of each mode among recent decisions in talk of one person with the agent, 0 to 1. */
  readonly modeShare: Gauge<'mode'>;
  /** `route` is the template (`/turns/:id`), never a path with ids. */
  readonly httpRequests: Counter<'method' | 'route' | 'status'>;
  readonly httpDuration: Histogram<'method' | 'route'>;
  readonly openStreams: Gauge<never>;
  /** 1 while this process takes nothing from a queue on purpose, else 0: a digest that does not know which policy decides. */
  readonly queueHeld: Gauge<'queue'>;
  /** 1 while this process reaches it, else 0: `postgres`, `queues`. */
  readonly dependencyUp: Gauge<'dependency'>;
  /** The same measurements under the conventions' names, if opted in. */
  readonly conventions: ConventionMetrics;
  /** Everything in the Prometheus text format. */
  metricsText(): Promise<string>;
  /** The same in the format that an `Accept` header asks for; exemplars are in OpenMetrics only. */
  exposition(accept: string | undefined): Promise<Exposition>;
  /** Stops collecting; the text is empty from here on. */
  close(): void;
}

// From half a millisecond (a scoring step) to five minutes (a model that crawls).
const secondsBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
];

const attemptLabels = ['model', 'outcome', 'provider', 'role'] as const;
const requestLabels = ['method', 'route', 'status'] as const;

/** Declares all metrics in a registry of their own. */
export function defineMetrics(settings: MetricsSettings): Metrics {
  const make = new Instruments();
  make.registry.setDefaultLabels({ service: settings.service, instance: settings.instanceId });
  const seconds = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.histogram({ name, help, labels }, secondsBuckets);
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.counter({ name, help, labels });
  const gauge = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    make.gauge({ name, help, labels });
  const n = metricNames;
  const none: readonly never[] = [];
  const { endProcessMetrics, ...ofProcess } = processMetrics(
    make,
    secondsBuckets,
    settings.processMetrics ?? true,
  );
  return {
    ...ofProcess,
    turnsEnded: counter(n.turnsEnded, 'Turns ended, by terminal state', ['agent', 'state']),
    stageDuration: seconds(n.stageDuration, 'Time in one stage of a turn', ['stage']),
    spanDuration: seconds(n.spanDuration, 'Time inside of a span', ['outcome', 'span']),
    laneWait: seconds(n.laneWait, 'From acceptance of a turn to the claim of its lane', none),
    laneTakeovers: counter(n.laneTakeovers, 'Lanes taken over after a lease expired', none),
    laneClaims: counter(n.laneClaims, 'Lanes claimed, by who held them before', ['holder']),
    embedderRuns: counter(n.embedderRuns, 'Texts whose vectors were computed', none),
    jobs: counter(n.jobs, 'Job attempts, by outcome', ['job', 'outcome']),
    jobDuration: seconds(n.jobDuration, 'Duration of one job attempt', ['job']),
    jobWait: seconds(n.jobWait, 'Time from when a job was due to its start', ['job']),
    ...queueMetrics({ gauge }),
    lanes: gauge(n.lanes, 'Lanes with turns', ['state']),
    laneOldest: gauge(n.laneOldest, 'Age of the oldest unclaimed turn', none),
    backlog: gauge(n.backlog, 'Rows that wait for a worker', ['kind']),
    backlogOldest: gauge(n.backlogOldest, 'Age of the oldest waiting row', ['kind']),
    quarantinedTurns: gauge(n.quarantinedTurns, 'Quarantined turns, open', none),
    deadLettersOpen: gauge(n.deadLettersOpen, 'Dead letters, open', none),
    modelCalls: counter(n.modelCalls, 'Calls of language models', ['agent', 'outcome', 'role']),
    modelCallDuration: seconds(n.modelCallDuration, 'Duration of one model call', ['role']),
    modelFirstToken: seconds(n.modelFirstToken, 'Time to the first chunk of a streamed reply', ['role']),
    modelUsage: new ModelUsageCounts(),
    modelCost: counter(n.modelCost, 'Cost in US dollars', ['agent', 'model', 'role']),
    modelAttempts: counter(n.modelAttempts, 'Requests to providers', attemptLabels),
    modelUsageMissing: counter(n.modelUsageMissing, 'Answers without usage', ['agent', 'model', 'role']),
    modelProviderOffline: gauge(n.modelProviderOffline, '1 while not called', ['provider']),
    modelCallsAvoided: counter(n.modelCallsAvoided, 'Decisions without a model', ['agent', 'reason']),
    modelTokens: counter(n.modelTokens, 'Tokens read and written', ['agent', 'role', 'type']),
    outboxPending: gauge(n.outboxPending, 'Outbox rows not yet relayed', none),
    actionRulings: counter(n.actionRulings, 'Rulings on actions', ['agent', 'path', 'tool']),
    actionDuration: seconds(n.actionDuration, 'Duration of one attempt of an action', ['outcome', 'tool']),
    sweeperRepairs: counter(n.sweeperRepairs, 'Jobs sent again by a sweep, by kind', ['kind']),
    experiences: counter(n.experiences, 'Tool answers assimilated, by outcome', ['outcome']),
    deliveries: counter(n.deliveries, 'Deliveries over channels, by outcome', ['channel', 'outcome']),
    noticesUndelivered: gauge(n.noticesUndelivered, 'Notices that reached nobody', none),
    httpRequests: counter(n.httpRequests, 'HTTP requests, by route and status', requestLabels),
    httpDuration: seconds(n.httpDuration, 'Time to the end of an HTTP response', ['method', 'route']),
    openStreams: gauge(n.openStreams, 'Event streams open now', none),
    dependencyUp: gauge(n.dependencyUp, '1 while this process reaches the dependency', ['dependency']),
    conventions: conventionMetrics(make, readOptIn(settings.conventionOptIn)),
    ...workMetrics({ counter }),
    ...memoryMetrics({ counter, gauge }),
    ...learningMetrics({ counter, gauge }),
    ...loopMetrics(make),
    metricsText: () => make.registry.metrics(),
    exposition: (accept) => expose(make.registry, accept),
    close() {
      endProcessMetrics();
      make.registry.clear();
    },
  };
}

type Maker<I> = I extends 'counter'
  ? <L extends string>(name: string, help: string, labels: readonly L[]) => Counter<L>
  : <L extends string>(name: string, help: string, labels: readonly L[]) => Gauge<L>;

/** Queues, and whether this process takes from them. */
function queueMetrics({ gauge }: { gauge: Maker<'gauge'> }) {
  const n = metricNames;
  return {
    queueDepth: gauge(n.queueDepth, 'Jobs waiting', ['queue']),
    queueDelayed: gauge(n.queueDelayed, 'Jobs delayed until later', ['queue']),
    queueOldest: gauge(n.queueOldest, 'Age of the oldest due job', ['queue']),
    queueHeld: gauge(n.queueHeld, 'Whether this process takes nothing from the queue on purpose', ['queue']),
  };
}

/** Work that was set for later or authorised: schedules, tasks, what came in, what was written. */
function workMetrics({ counter }: { counter: Maker<'counter'> }) {
  const n = metricNames;
  return {
    schedulesFired: counter(n.schedulesFired, 'Occurrences of schedules that fired', ['fate']),
    schedulesSkipped: counter(n.schedulesSkipped, 'Occurrences of schedules that were skipped', ['reason']),
    taskMoves: counter(n.taskMoves, 'Moves of tasks through the ledger', ['move']),
    pulseTicks: counter(n.pulseTicks, 'Ticks of the safety sweep', ['outcome']),
    inbound: counter(n.inbound, 'Messages that came in through inlets', ['inlet', 'authorisation', 'reason']),
    adapterErrors: counter(n.adapterErrors, 'Failures of inlets', ['inlet', 'code']),
    letters: counter(n.letters, 'Mails that the agent wrote, by how they ended', ['kind', 'outcome']),
    signals: counter(n.signals, 'Signals that were taken in', ['source']),
    judgements: counter(n.judgements, 'Judgements of signals, by reason', ['reason']),
    wakes: counter(n.wakes, 'What became of activations that were due', ['outcome']),
    trainings: counter(n.trainings, 'Trainings of clusters of modules', ['outcome']),
  };
}

/** Memory, its flaws, and drift. */
function memoryMetrics({ counter, gauge }: { counter: Maker<'counter'>; gauge: Maker<'gauge'> }) {
  const n = metricNames;
  const none: readonly never[] = [];
  return {
    memoryItems: gauge(n.memoryItems, 'Stored memories, by kind', ['kind']),
    memoryFlaws: gauge(n.memoryFlaws, 'Share of flawed items', ['flaw', 'kind']),
    memoryFailed: gauge(n.memoryFailed, 'Rows whose extraction failed', ['kind']),
    forgettingsOpen: gauge(n.forgettingsOpen, 'Open forget requests', none),
    driftThoughts: counter(n.driftThoughts, 'Thoughts kept, by strategy', ['strategy']),
    thoughtsSaid: counter(n.thoughtsSaid, 'Thoughts that an agent said by itself', none),
    driftYields: counter(n.driftYields, 'Thoughts abandoned for a turn', none),
    driftSkipped: counter(n.driftSkipped, 'Drift attempts without a thought', ['reason']),
  };
}

/** Learning to route. */
function learningMetrics({ counter, gauge }: { counter: Maker<'counter'>; gauge: Maker<'gauge'> }) {
  const n = metricNames;
  const none: readonly never[] = [];
  return {
    labels: counter(n.labels, 'Labels of decisions that were kept', ['kind', 'via']),
    labelsSkipped: counter(n.labelsSkipped, 'Rows that no label could be read of', ['via']),
    reviews: counter(n.reviews, 'Reviews of decisions, by how they ended', ['outcome']),
    reviewerOffline: gauge(n.reviewerOffline, '1 where no model reviews decisions', none),
    calibrationError: gauge(n.calibrationError, 'Distance of confidence and correctness', ['map']),
    policyPressure: gauge(n.policyPressure, 'Pressures by their thresholds', ['pressure']),
    policyVersion: gauge(n.policyVersion, 'Version that decides, by policy', ['name']),
    modeShare: gauge(n.modeShare, 'Share of each mode in one-to-one talk', ['mode']),
  };
}
