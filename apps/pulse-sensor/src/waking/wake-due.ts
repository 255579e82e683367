import { logAction } from '@salience/database/pfc';
import {
  type DueActivation,
  dueActivations,
  holdActivation,
  putOff,
  recentLabels,
  setBreaker,
  wakeAgent,
} from '@salience/database/signals';
import { breakerOf, disambiguate, dueAt, quietHoursOf, renderQuestion } from '@salience/escalation';
import { localDayOf } from '@salience/language';
import { type LoopRun, wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import { cooldownOf, ownerHours } from '../judging/judge-clusters.ts';
import type { AgentModules, Module } from '../modules/module-book.ts';
import { pulseSettings } from '../modules/pulse-settings.ts';
import type { SenseDeps } from '../senses/sense-deps.ts';
import { type WeighedWake, weighWake } from './weigh-wake.ts';

/** Activations in one look, and labels of a module that its breaker looks at. */
const dueMax = 50;
const labelsMax = 20;

/** What waking works with. */
export type WakeDeps = Omit<SenseDeps, 'judge'>;

/**
 * Makes the run that asks about activations that are due: each is one turn, begun in the commit in which the activation leaves `open`. Any number of replicas may
 * run it; what holds a wake back (pause, quiet hours, breaker, the day's limits) is looked at again before.
 */
export function createWaker(deps: WakeDeps): LoopRun {
  return async (signal, alive) => {
    let asked = 0;
    const { clock, db } = deps;
    const all = await dueActivations(db, { now: await clock.now(), limit: dueMax });
    // Who opened them may know modules that are new.
    if (all.length > 0) await deps.book.fresh();
    for (const due of all) {
      if (signal.aborted) break;
      asked += await wakeOne(deps, due);
      alive();
    }
    return asked;
  };
}

async function wakeOne(deps: WakeDeps, due: DueActivation): Promise<number> {
  const { book, clock, db, metrics } = deps;
  const { agentId, id } = due;
  const agent = await book.of(agentId);
  const meant = modulesOf(agent, due);
  const now = await clock.now();
  if (agent === undefined || meant.length === 0) {
    await holdActivation(db, agentId, id, { state: 'dropped', reason: 'paused' });
    return 0;
  }
  const later = heldUntil(agent, meant, now);
  if (later > now.getTime()) {
    await putOff(db, agentId, id, new Date(later));
    return 0;
  }
  if (!(await breakerAllows(deps, meant, now))) {
    await holdActivation(db, agentId, id, { state: 'shown', reason: 'breaker' });
    metrics.wakes.inc({ outcome: 'breaker' });
    return 0;
  }
  const question = questionOf(agent, meant, due, now);
  if (question === undefined) {
    await holdActivation(db, agentId, id, { state: 'shown', reason: 'template_error' });
    metrics.wakes.inc({ outcome: 'template_error' });
    return 0;
  }
  const evaluated = await weighWake(db, due, meant, question.question, now);
  if (evaluated !== null && evaluated.decision !== 'act') {
    await holdBack(deps, due, evaluated, now);
    return 0;
  }
  const attributes = { [attributeKeys.agentId]: agentId, [attributeKeys.activationId]: id };
  // Below the judgement that brought the latest of its signals.
  const parent = due.latest.findLast(({ traceparent }) => traceparent !== undefined)?.traceparent;
  return withSpan(spanNames.pulseWake, { attributes, parent, begins: true }, () =>
    ask(deps, due, { agent, meant, question, evaluated, now }),
  );
}

interface Asking {
  readonly agent: AgentModules;
  readonly meant: readonly Module[];
  readonly question: NonNullable<ReturnType<typeof questionOf>>;
  readonly evaluated: WeighedWake | null;
  readonly now: Date;
}

/** Begins the turn of an activation and wakes its lane; how many it began. */
async function ask(
  deps: WakeDeps,
  due: DueActivation,
  { agent, evaluated, meant, now, question }: Asking,
): Promise<0 | 1> {
  const { book, db, fault, log, metrics, queues } = deps;
  const { agentId, id } = due;
  const { tokensPerDay, wakesPerDay } = pulseSettings(meant[0]);
  await fault('pulse.wake-begins');
  const result = await wakeAgent(db, {
    agentId,
    id,
    count: due.count,
    text: question.question,
    ...question,
    zone: meant[0]?.zone ?? agent.zone,
    now,
    cooldownMs: cooldownOf(meant),
    dayStart: localDayOf(now, agent.zone).start,
    wakesMax: wakesPerDay,
    tokensMax: tokensPerDay,
    traceparent: currentTraceparent(),
    evaluated,
  });
  await fault('pulse.wake-committed');
  metrics.wakes.inc({ outcome: result.status });
  annotateSpan({ [attributeKeys.wakeOutcome]: result.status, [attributeKeys.turnId]: result.turn?.turnId });
  if (result.status !== 'asked' || result.turn === null || result.turn === undefined) return 0;
  await book.fresh();
  log.info(
    { agentId, activationId: id, module: due.module, turnId: result.turn.turnId, signals: due.count },
    'a signal woke the agent',
  );
  await wake({ log, metrics, queues }, { agentId, ...result.turn });
  return 1;
}

/** What does little for the agent's goals is told when the day is over; what does nothing for them is only shown. */
async function holdBack(
  { db, metrics }: WakeDeps,
  { agentId, id }: DueActivation,
  evaluated: WeighedWake,
  now: Date,
): Promise<void> {
  const told = evaluated.decision === 'consider';
  const reason = told ? 'considered' : 'skipped';
  const held = await holdActivation(db, agentId, id, { state: told ? 'told' : 'shown', reason });
  if (!held) return;
  await logAction(db, { ...evaluated, agentId, now });
  metrics.wakes.inc({ outcome: reason });
}

function modulesOf(agent: AgentModules | undefined, { candidates, module }: DueActivation): Module[] {
  const names = module === null ? candidates : [module];
  return (agent?.active ?? []).filter(({ name }) => names.includes(name));
}

/** Until when the quiet hours and the pause of these modules hold a wake back, in milliseconds. */
function heldUntil(agent: AgentModules, meant: readonly Module[], now: Date): number {
  const at = now.getTime();
  return Math.max(
    ...meant.map((module) =>
      dueAt({
        now: at,
        firstAt: 0,
        lastWakeAt: module.lastWakeAt === null ? null : Date.parse(module.lastWakeAt),
        cooldownMs: cooldownOf([module]),
        quietHours: quietHoursOf(module.fingerprint, ownerHours(module)),
        zone: module.zone ?? agent.zone,
      }),
    ),
  );
}

/** Whether any of the modules may wake by how useful it was lately. One that may not is held back until the breaker lets a wake through. */
async function breakerAllows({ db }: WakeDeps, meant: readonly Module[], now: Date): Promise<boolean> {
  let allows = false;
  for (const { agentId, breakerUntil, id, lastWakeAt, name } of meant) {
    const labels = await recentLabels(db, agentId, name, labelsMax);
    const breaker = breakerOf(
      labels.map(({ at, label }) => ({ at: at.getTime(), useful: label > 0.5 })),
      now.getTime(),
      lastWakeAt === null ? null : Date.parse(lastWakeAt),
    );
    const until = breaker.until === null ? null : new Date(breaker.until);
    if (until?.getTime() !== (breakerUntil === null ? undefined : Date.parse(breakerUntil)))
      await setBreaker(db, agentId, id, until);
    allows ||= breaker.allows;
  }
  return allows;
}

function questionOf(
  agent: AgentModules,
  meant: readonly Module[],
  { cluster, latest, module, score }: DueActivation,
  now: Date,
) {
  const [first] = meant;
  if (first === undefined) return undefined;
  const zone = first.zone ?? agent.zone;
  if (module === null && meant.length > 1) {
    const choice = disambiguate(
      cluster,
      meant.map(({ fingerprint }) => ({ fingerprint, score })),
      latest,
      { zone },
    );
    if (choice.question !== null) return choice.question;
  }
  const last =
    first.lastWakeAt === null ? undefined : (now.getTime() - Date.parse(first.lastWakeAt)) / 60_000;
  const rendered = renderQuestion(first.fingerprint, latest, {
    zone,
    confidence: score,
    minutesSinceLast: last,
  });
  return rendered.reason === undefined ? { question: rendered.question, values: rendered.values } : undefined;
}
