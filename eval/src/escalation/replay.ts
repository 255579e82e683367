import { type Fingerprint, fingerprintSchema, type SignalEvent } from '@salience/contracts';
import { type EscalationDecision, evaluate } from '@salience/escalation';
import {
  advance,
  type ClusterState,
  combine,
  emptyState,
  judge,
  type Labelled,
  labelOfFeedback,
  learn,
  type LimbicModel,
  pretrain,
  type StackedWindows,
  stackWindows,
  withHome,
} from '@salience/limbic';

/** A labelled signal, in the order of time. */
export interface EscalationRow {
  readonly id: string | number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly agent: string;
  readonly module: string;
  readonly event: SignalEvent;
  readonly relevant: 0 | 1;
  /** What the user said of it, after it. */
  readonly feedback?: 0 | 1 | undefined;
}

/** A declaration of a module: of one agent, or of every agent. */
export interface Declared {
  readonly fingerprint: Fingerprint;
  readonly agent?: string | undefined;
}

/** What the product's own path said of a row, before it heard anything of it. */
export interface ScoredRow {
  readonly row: EscalationRow;
  readonly score: number;
  readonly rule: number;
  /** The share of the LSTM. */
  readonly weight: number;
  /** Labels of its module before it. */
  readonly labels: number;
  readonly decision: EscalationDecision;
}

/** Runs the LSTM. */
export type Score = (stacked: StackedWindows, weights: Float32Array) => Promise<Float32Array>;

/** New labels of a cluster after which it learns again. */
const learnEvery = 10;
const seed = 1;
const zone = 'UTC';

/** What is known of a cluster of an agent. */
interface Cluster {
  readonly fingerprints: readonly Fingerprint[];
  readonly base: Float32Array;
  readonly labelled: Labelled[];
  state: ClusterState;
  last: string;
  model: LimbicModel | undefined;
  learnedFrom: number;
}

/**
 * Takes rows through the real fold, windows, scoring and learning: a row is scored by what was known before it, its feedback is learned from after it, and each cluster
 * learns again after every ten labels. A signal that several modules of a cluster declare stands in several rows and counts once in their window.
 */
export async function replay(
  rows: readonly EscalationRow[],
  declared: readonly Declared[],
  score: Score,
): Promise<ScoredRow[]> {
  const clusters = clustersOf(rows, declared);
  const scored: ScoredRow[] = [];
  for (const row of rows) {
    const cluster = clusters(row);
    const fingerprint = cluster.fingerprints.find(({ module_id }) => module_id === row.module) as Fingerprint;
    takeIn(cluster, row);
    const { state, model } = cluster;
    const judged = judge({ state, fingerprint, model, zone });
    const raw = model === undefined ? undefined : (await score(stackWindows([judged]), model.weights))[0];
    const combined = combine(judged.rule, raw, model, row.module);
    const labels = cluster.labelled.filter(({ moduleId }) => moduleId === row.module).length;
    const decision = evaluate({
      moduleId: row.module,
      score: combined.score,
      window: state.events.map(({ event }) => event),
      fingerprint,
      threshold: fingerprint.default_threshold,
    });
    scored.push({ row, labels, decision, ...combined });
    if (row.feedback === undefined) continue;
    const label = labelOfFeedback(row.feedback === 1 ? 1 : -1);
    cluster.labelled.push({ moduleId: row.module, at: row.at, window: judged.snapshot, ...label });
    if (cluster.labelled.length - cluster.learnedFrom >= learnEvery) learnAgain(cluster);
  }
  return scored;
}

/** The same signal in the row of another module is the same signal. */
function takeIn(cluster: Cluster, { event, module }: EscalationRow): void {
  const [signal, before] = [JSON.stringify(event), cluster.last];
  const modules = before.startsWith(`${signal}\n`) ? before.slice(signal.length + 1).split('\n') : undefined;
  if (modules !== undefined && !modules.includes(module)) {
    cluster.last = `${before}\n${module}`;
    return;
  }
  cluster.last = `${signal}\n${module}`;
  cluster.state = advance(cluster.state, event);
}

function learnAgain(cluster: Cluster): void {
  const { labelled, fingerprints, base, model } = cluster;
  const learned = learn({ labelled, fingerprints, champion: model, base, seed, zone });
  cluster.learnedFrom = labelled.length;
  if (learned.promoted || model === undefined) cluster.model = learned.challenger;
}

function clustersOf(
  rows: readonly EscalationRow[],
  declared: readonly Declared[],
): (row: EscalationRow) => Cluster {
  const modules = modulesByAgent(rows, declared);
  const clusters = new Map<string, Cluster>();
  const bases = new Map<string, Float32Array>();
  return ({ agent, module }) => {
    const all = modules.get(agent) ?? [];
    const name = all.find(({ module_id }) => module_id === module)?.cluster ?? module;
    const key = JSON.stringify([agent, name]);
    let cluster = clusters.get(key);
    if (cluster === undefined) {
      const fingerprints = all.filter((fingerprint) => fingerprint.cluster === name);
      const said = JSON.stringify(fingerprints);
      const base = bases.get(said) ?? pretrain(fingerprints, seed).weights;
      bases.set(said, base);
      cluster = {
        fingerprints,
        base,
        labelled: [],
        state: emptyState(),
        last: '',
        model: undefined,
        learnedFrom: 0,
      };
      clusters.set(key, cluster);
    }
    return cluster;
  };
}

/** The modules of each agent that rows name, declared or not. */
function modulesByAgent(
  rows: readonly EscalationRow[],
  declared: readonly Declared[],
): Map<string, readonly Fingerprint[]> {
  const named = Map.groupBy(rows, ({ agent }) => agent);
  return new Map(
    [...named].map(([agent, own]) => [
      agent,
      [...new Set(own.map(({ module }) => module))].map((module) => {
        const found = declared
          .filter((one) => one.fingerprint.module_id === module && (one.agent ?? agent) === agent)
          .at(-1)?.fingerprint;
        return found === undefined ? permissive(module, own) : withHome(found, homeOf(own));
      }),
    ]),
  );
}

/** The folder that `~` must have meant, by the paths of files: the first home folder among them. */
function homeOf(rows: readonly EscalationRow[]): string {
  const homes = rows.flatMap(({ event: { source, location } }) =>
    source === 'filesystem' ? (/^(?:~|\/(?:home|Users)\/[^/]+|\/root)(?=\/)/.exec(location)?.[0] ?? []) : [],
  );
  return homes[0] ?? '~';
}

/** For a module without a declaration: all that its rows bring is declared, and nothing is said of what matters. */
function permissive(module: string, rows: readonly EscalationRow[]): Fingerprint {
  const events = rows.filter((row) => row.module === module).map(({ event }) => event);
  const of = (source: SignalEvent['source']): SignalEvent[] =>
    events.filter((event) => event.source === source);
  const named = (source: SignalEvent['source'], fact: string): string[] => [
    ...new Set(of(source).map((event) => String(event.features[fact] ?? event.location))),
  ];
  const has = (source: SignalEvent['source']): boolean => of(source).length > 0;
  return fingerprintSchema.parse({
    module_id: module,
    cluster: module,
    version: '1',
    question_template: 'Something came: {location}. Does it matter?',
    default_threshold: 0.65,
    signal_priors: {
      ...(has('filesystem') ? { filesystem: { watch_directories: ['/'] } } : {}),
      ...(has('memory') ? { memory: { watch_namespaces: named('memory', 'namespace').slice(0, 100) } } : {}),
      ...(has('time') ? { time: { active_hours: [0, 23], ticks: true } } : {}),
      ...(has('network') ? { network: { endpoints: named('network', 'endpoint').slice(0, 32) } } : {}),
      ...(has('mail') ? { mail: {} } : {}),
      ...(has('hook') ? { hook: { hooks: named('hook', 'hook').slice(0, 32) } } : {}),
      ...(has('task') ? { task: { states: ['completed', 'rejected', 'failed', 'dead'] } } : {}),
      ...(has('host') ? { host: {} } : {}),
    },
  });
}
