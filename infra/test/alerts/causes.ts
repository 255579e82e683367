import type { Series } from './prometheus.ts';

/** A change to what a healthy fleet tells. */
export interface Change {
  readonly metric: string;
  /** Labels that say which series, and with which it is added where the fleet tells none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** In the notation of Prometheus' own tests, one value a minute. */
  readonly values: string;
}

/** What brings an alert about, and the minute at which it is to fire. */
export interface Cause {
  readonly changes: readonly Change[];
  readonly minute: number;
  /** Alerts that say the same thing from another side. */
  readonly also?: readonly string[];
}

const high = (metric: string, value: number, labels: Record<string, string> = {}, minute = 15): Cause => ({
  changes: [{ metric, labels, values: `${value}+0x4500` }],
  minute,
});
const grows = (metric: string, by: number, labels: Record<string, string>, minute = 20): Cause => ({
  changes: [{ metric, labels, values: `0+${by}x4500` }],
  minute,
});

/** One event after ten minutes, and the first of its kind: a counter with labels is not told before it counts. */
const begins = (metric: string, labels: Record<string, string>): Cause => ({
  changes: [{ metric, labels, values: '_x10 1+0x4500' }],
  minute: 15,
});

/** One for each alert. A test compares the names with alerts.yml. */
export const causes: Readonly<Record<string, Cause>> = {
  NoDigest: { ...high('up', 0, { app: 'digest' }), also: ['AppWithoutReplica'] },
  AppWithoutReplica: high('up', 0, { app: 'episodic' }),
  TurnsWait: high('salience_lane_oldest_seconds', 45),
  QueueOld: high('salience_queue_oldest_seconds', 90, { queue: 'memory-chunk' }),
  BacklogOld: high('salience_backlog_oldest_seconds', 400, { kind: 'exchange' }),
  LoopSilent: high('salience_loop_last_success_seconds', 200, { service: 'scheduler', loop: 'lane-sweeper' }),
  NobodyMeasures: { changes: [{ metric: 'salience_lanes', values: '_x4500' }], minute: 15 },
  LoopIdleWhileWorkWaits: {
    changes: [
      {
        metric: 'salience_loop_idle_seconds',
        labels: { service: 'digest', loop: 'turn-digest' },
        values: '90+0x4500',
      },
      { metric: 'salience_lanes', labels: { state: 'waiting' }, values: '3+0x4500' },
    ],
    minute: 15,
  },
  OutboxStands: high('salience_outbox_pending', 1_500),
  DeadLetters: high('salience_dead_letters_open', 1),
  QuarantinedTurns: high('salience_quarantined_turns', 1),
  TurnsFail: grows('salience_turns_ended_total', 6, { service: 'digest', state: 'failed', agent: 'agt_1' }),
  ModelCallsFail: grows('salience_model_calls_total', 6, {
    service: 'digest',
    role: 'respond',
    outcome: 'model.timeout',
    agent: 'agt_1',
  }),
  ProviderOffline: high('salience_model_provider_offline', 1, { service: 'digest', provider: 'openai' }),
  ServerErrors: grows('salience_http_requests_total', 6, {
    service: 'consumer',
    method: 'POST',
    route: '/chat',
    status: '500',
  }),
  DependencyAway: high('salience_dependency_up', 0, { service: 'digest', dependency: 'queues' }),
  LanesTakenOver: grows('salience_lane_takeovers_total', 1, { service: 'digest' }),
  NoticesUndelivered: {
    changes: [{ metric: 'salience_notices_undelivered', values: '0+0x60 2+0x200' }],
    minute: 90,
  },
  DeliveriesFail: begins('salience_deliveries_total', {
    service: 'scheduler',
    channel: 'webhook',
    outcome: 'failed',
  }),
  InletFails: grows('salience_adapter_errors_total', 1, {
    service: 'pulse-sensor',
    inlet: 'mail',
    code: 'mail.refused',
  }),
  WakesUnheard: grows('salience_wakes_total', 1, { service: 'pulse-sensor', outcome: 'asked' }),
  TasksDie: grows('salience_task_moves_total', 1, { service: 'scheduler', move: 'dead' }),
  SchedulesLate: begins('salience_schedules_fired_total', { service: 'scheduler', fate: 'late' }),
  LearningSilent: high('salience_loop_last_success_seconds', 200, {
    service: 'routing-regulator',
    loop: 'labels',
  }),
  LearningProducesNothing: high(
    'salience_loop_idle_seconds',
    100_000,
    { service: 'routing-regulator', loop: 'regulate' },
    20,
  ),
  PolicyNotAdopted: {
    changes: [
      {
        metric: 'salience_policy_version',
        labels: { service: 'routing-regulator', name: 'router' },
        values: '2+0x4500',
      },
      {
        metric: 'salience_policy_version',
        labels: { service: 'digest', name: 'router' },
        values: '1+0x4500',
      },
    ],
    minute: 15,
  },
  // It may last three days before anybody is told.
  ModeSharesUnhealthy: high(
    'salience_mode_share',
    0.3,
    { service: 'routing-regulator', mode: 'RESPOND' },
    4_400,
  ),
};

/** The series of a healthy fleet with changes made to those that match, or a series more where none does. */
export function changed(healthy: readonly Series[], changes: readonly Change[]): Series[] {
  return changes.reduce<Series[]>(
    (series, { labels = {}, metric, values }) => {
      const hit = (one: Series) =>
        one.name === metric && Object.entries(labels).every(([label, value]) => one.labels[label] === value);
      return series.some(hit)
        ? series.map((one) => (hit(one) ? { ...one, values } : one))
        : [...series, { name: metric, labels, values }];
    },
    [...healthy],
  );
}
