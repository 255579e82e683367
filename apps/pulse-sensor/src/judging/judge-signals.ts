import type { EscalationReason, SignalEvent } from '@salience/contracts';
import type { ClaimedCluster, WaitingSignal } from '@salience/database/signals';
import { countSignal, noFlood } from '@salience/escalation';
import { observe, routesTo, withActivation } from '@salience/limbic';
import type { AgentModules, Module } from '../modules/module-book.ts';
import { type Asks, chooseAsking } from './choose-asking.ts';
import { explore } from './explored.ts';
import type { HeldModel } from './held-models.ts';
import type { HeldState } from './held-state.ts';
import { type RunLstm, type Scored, scoreSignal, thresholdFor, type Verdict } from './score-signal.ts';

/** A signal that is older than this when it is judged wakes nobody any more, in milliseconds. */
const staleMs = 86_400_000;

/** One signal with how all modules judged it, and what is asked because of it. */
export interface JudgedSignal {
  readonly signal: WaitingSignal;
  readonly event: SignalEvent;
  readonly verdicts: readonly Verdict[];
  /** Undefined: nobody asks about it. */
  readonly asks?: Asks | undefined;
}

/** What judging works with beside the signals. */
export interface JudgeInput {
  readonly claimed: ClaimedCluster;
  readonly agent: AgentModules;
  readonly state: HeldState;
  readonly held: HeldModel | undefined;
  readonly now: Date;
  /** The line of the agent's settings, for modules for which none was set or learned. */
  readonly agentThreshold: number | undefined;
  readonly runLstm: RunLstm;
}

/**
 * Judges the signals of a cluster in their order: each moves the window on, is scored for every module that declared it, and the gate says whether it wakes
 * the agent. One after the other, since what one comes to is a feature of the next: so it does not matter how many are judged at once.
 */
export async function judgeSignals(
  input: JudgeInput,
): Promise<{ readonly judged: readonly JudgedSignal[]; readonly state: HeldState }> {
  const modules = input.agent.active.filter(({ cluster }) => cluster === input.claimed.cluster);
  const judged: JudgedSignal[] = [];
  let { state } = input;
  for (const signal of input.claimed.signals) {
    const event = eventOf(signal);
    if (event === undefined) continue;
    const result = await judgeOne(input, modules, signal, event, state);
    state = result.state;
    judged.push(result.judged);
  }
  return { judged, state };
}

async function judgeOne(
  input: JudgeInput,
  modules: readonly Module[],
  signal: WaitingSignal,
  event: SignalEvent,
  before: HeldState,
): Promise<{ judged: JudgedSignal; state: HeldState }> {
  const { agent, claimed, held, now } = input;
  let state: HeldState = { ...before, ...observe(before, event) };
  const early: Verdict[] = [];
  const heard: Module[] = [];
  for (const module of modules.filter(({ fingerprint }) => routesTo(fingerprint, event))) {
    const flood = countSignal(state.floods[module.name] ?? noFlood, now.getTime());
    state = { ...state, floods: { ...state.floods, [module.name]: flood.state } };
    const reason = notJudged(signal, now, flood.judged);
    const threshold = thresholdFor(module, held, input.agentThreshold);
    if (reason === undefined) heard.push(module);
    else early.push({ module, reason, score: null, rule: null, learned: null, threshold });
  }
  const scored = await scoreSignal(heard, { ...input, state: state.cluster, zone: agent.zone });
  const choice = chooseAsking(claimed.cluster, scored, event, { now, zone: agent.zone });
  const look = choice === undefined ? explore(signal.id ?? '', scored, state.looks, now) : undefined;
  const asks = choice?.asks ?? look?.asks;
  const told = (one: Scored): Verdict => ({
    ...one.verdict,
    reason: choice?.reasons.get(one) ?? (look?.scored === one ? 'explored' : one.verdict.reason),
  });
  const woken = asks?.kind === 'wake' ? (asks.module === null ? asks.candidates : [asks.module]) : [];
  const cluster = woken.reduce(
    (next, { name }) => withActivation(next, name, event.timestamp),
    state.cluster,
  );
  return {
    judged: { signal, event, verdicts: [...early, ...scored.map(told)], asks },
    state: { ...state, cluster, looks: look?.looks ?? state.looks },
  };
}

/** Why a signal is not scored at all. */
function notJudged({ at, own }: WaitingSignal, now: Date, isJudged: boolean): EscalationReason | undefined {
  if (own) return 'own_doing';
  if (now.getTime() - at * 1_000 > staleMs) return 'stale';
  return isJudged ? undefined : 'flood';
}

/** The signal as an event; undefined: its row was deleted before it was judged. */
function eventOf({
  at,
  deltaType,
  features,
  id,
  location,
  magnitude,
  source,
}: WaitingSignal): SignalEvent | undefined {
  return id === null
    ? undefined
    : { source, location, delta_type: deltaType, magnitude, timestamp: at, features };
}
