import type { AgentId } from '@salience/contracts';
import { tellDigest, type UntoldActivation, untoldActivations } from '@salience/database/signals';
import { digestText, eventSummary, quietHoursOf } from '@salience/escalation';
import { localDayOf, quietUntil } from '@salience/language';
import { type LoopRun, wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import { ownerHours } from '../judging/judge-clusters.ts';
import type { AgentModules } from '../modules/module-book.ts';
import type { WakeDeps } from './wake-due.ts';

/** Activations of an agent that are looked at; more are counted as more. */
const untoldMax = 200;

/**
 * Makes the run that tells once a day, when the day of its person is over, what the day's limits kept from being asked: one turn a day and agent, on any number of
 * replicas, outside of quiet hours.
 */
export function createDigests(deps: WakeDeps): LoopRun {
  return async (signal) => {
    let told = 0;
    const { book, clock, db } = deps;
    const untold = await untoldActivations(db, untoldMax);
    if (untold.length === 0) return 0;
    const now = await clock.now();
    for (const agent of await book.current()) {
      if (signal.aborted) break;
      const today = localDayOf(now, agent.zone);
      const over = untold.filter((one) => one.agentId === agent.agentId && one.openedAt < today.start);
      if (over.length === 0 || isQuiet(agent, now)) continue;
      const attributes = { [attributeKeys.agentId]: agent.agentId };
      told += await withSpan(spanNames.pulseWake, { attributes, begins: true }, () =>
        tell(deps, agent, over, today.start, now),
      );
    }
    return told;
  };
}

function isQuiet(agent: AgentModules, now: Date): boolean {
  const [module] = agent.active;
  const hours = module === undefined ? null : quietHoursOf({}, ownerHours(module));
  return (
    hours !== null && (quietUntil(now.getTime(), agent.zone, hours.from, hours.until) ?? 0) > now.getTime()
  );
}

async function tell(
  deps: WakeDeps,
  agent: AgentModules,
  over: readonly UntoldActivation[],
  before: Date,
  now: Date,
): Promise<number> {
  const { db, log, metrics, queues } = deps;
  const agentId: AgentId = agent.agentId;
  const entries = over.map(({ cluster, latest, module, openedAt, reason, score }) => ({
    moduleId: module,
    cluster,
    score,
    considered: reason === 'considered',
    at: openedAt.getTime(),
    summary: eventSummary(latest) ?? '',
  }));
  const result = await tellDigest(db, {
    agentId,
    ids: over.map(({ id }) => id),
    before,
    // Named by the day on which it is told: one that takes in a second lot is another.
    day: `${localDayOf(now, agent.zone).name} ${over[0]?.id ?? ''}`,
    text: digestText(entries, agent.zone, { more: over.length === untoldMax }),
    zone: agent.zone,
    now,
    traceparent: currentTraceparent(),
  });
  if (result.status !== 'told' || result.turn === null || result.turn === undefined) return 0;
  metrics.wakes.inc({ outcome: 'digest' });
  annotateSpan({ [attributeKeys.wakeOutcome]: 'digest', [attributeKeys.turnId]: result.turn.turnId });
  log.info(
    { agentId, activations: over.length, turnId: result.turn.turnId },
    'what the day kept back was told',
  );
  await wake({ log, metrics, queues }, { agentId, ...result.turn });
  return 1;
}
