import type { EscalationReason, SignalEvent } from '@salience/contracts';
import type { ClaimedCluster, WaitingSignal } from '@salience/database/signals';
import { countSignal, disambiguate, evaluate, noFlood, thresholdOf } from '@salience/escalation';
import {
  combine,
  judge as judgeWindow,
  type Judgement,
  type LimbicModel,
  routesTo,
  type StackedWindows,
  stackWindows,
  withActivation,
} from '@salience/limbic';
import type { AgentModules, Module } from '../modules/module-book.ts';
import type { HeldModel } from './held-models.ts';
import { type HeldState, withSignal } from './held-state.ts';
import { isExplored } from './explored.ts';

/** A signal that is older than this when it is judged wakes nobody any more, in milliseconds. */
export const staleMs = 86_400_000;
/** Signals of a cluster that are shown for a look in a day, at most. */
const looksPerDay = 20;
const dayMs = 86_400_000;

/** How a signal was judged for one module. */
export interface Verdict {
  readonly module: Module;
  readonly reason: EscalationReason;
  readonly score: number | null;
  readonly rule: number | null;
  readonly learned: number | null;
  readonly threshold: number;
}

/** One signal with how all modules judged it, and what is asked because of it. */
export interface JudgedSignal {
  readonly signal: WaitingSignal;
  readonly event: SignalEvent;
  readonly verdicts: readonly Verdict[];
  /** The module that asks about it, or null and those that may be meant; undefined: nobody asks. */
  readonly asks?: {
    readonly kind: 'look' | 'wake';
    readonly module: Module | null;
    readonly candidates: readonly Module[];
    readonly judgement: Judgement;
    readonly score: number;
    readonly threshold: number;
  };
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
  /** The scores of windows by the LSTM of a model. */
  readonly runLstm: (windows: StackedWindows, model: LimbicModel) => Promise<Float32Array>;
}

interface Pending {
  readonly module: Module;
  readonly judgement: Judgement;
  readonly threshold: number;
}

/**
 * Judges the signals of a cluster in their order: each moves the window on, is scored for every module that declared it, and the gate says whether it wakes
 * the agent. All windows go through the LSTM in one run. Same signals, state and model: same judgements.
 */
export async function judgeSignals(
  input: JudgeInput,
): Promise<{ readonly judged: readonly JudgedSignal[]; readonly state: HeldState }> {
  const { agent, claimed, held, now } = input;
  const modules = agent.active.filter(({ cluster }) => cluster === claimed.cluster);
  let { state } = input;
  const rows: { signal: WaitingSignal; event: SignalEvent; early: Verdict[]; pending: Pending[] }[] = [];
  for (const signal of claimed.signals) {
    const event = eventOf(signal);
    if (signal.id === null || event === undefined) continue;
    state = withSignal(state, event);
    const early: Verdict[] = [];
    const pending: Pending[] = [];
    for (const module of modules.filter(({ fingerprint }) => routesTo(fingerprint, event))) {
      const threshold = thresholdFor(module, input);
      const flood = countSignal(state.floods[module.name] ?? noFlood, now.getTime());
      state = { ...state, floods: { ...state.floods, [module.name]: flood.state } };
      const no = notJudged(signal, now, flood.judged);
      if (no !== undefined)
        early.push({ module, reason: no, score: null, rule: null, learned: null, threshold });
      else
        pending.push({
          module,
          threshold,
          judgement: judgeWindow({
            state: state.cluster,
            fingerprint: module.fingerprint,
            model: held?.model,
            zone: agent.zone,
          }),
        });
    }
    rows.push({ signal, event, early, pending });
  }
  const raw = await scoresOf(
    rows.flatMap(({ pending }) => pending),
    held,
    input.runLstm,
  );
  const judged: JudgedSignal[] = [];
  for (const row of rows) {
    const result = decide(row, raw, input, state);
    state = result.state;
    judged.push(result.judged);
  }
  return { judged, state };
}

function notJudged({ at, own }: WaitingSignal, now: Date, isJudged: boolean): EscalationReason | undefined {
  if (own) return 'own_doing';
  if (now.getTime() - at * 1_000 > staleMs) return 'stale';
  return isJudged ? undefined : 'flood';
}

function thresholdFor(
  { fingerprint, name, threshold }: Module,
  { agentThreshold, held }: JudgeInput,
): number {
  const own = threshold ?? held?.thresholds[name];
  return thresholdOf({ module: own, agent: agentThreshold, declared: fingerprint.default_threshold })
    .threshold;
}

async function scoresOf(
  pending: readonly Pending[],
  held: HeldModel | undefined,
  runLstm: JudgeInput['runLstm'],
): Promise<Map<Pending, number>> {
  if (held === undefined || pending.length === 0) return new Map();
  const scores = await runLstm(stackWindows(pending.map(({ judgement }) => judgement)), held.model);
  return new Map(pending.map((one, n) => [one, scores[n] ?? Number.NaN]));
}

type Row = {
  readonly signal: WaitingSignal;
  readonly event: SignalEvent;
  readonly early: readonly Verdict[];
  readonly pending: readonly Pending[];
};

function decide(
  row: Row,
  raw: ReadonlyMap<Pending, number>,
  { agent, claimed, held, now }: JudgeInput,
  state: HeldState,
): { judged: JudgedSignal; state: HeldState } {
  const { early, event, pending, signal } = row;
  const looked = pending.map((one) => {
    const { judgement, module, threshold } = one;
    const combined = combine(judgement.rule, raw.get(one), held?.model, module.name);
    const window = judgement.snapshot.events.map((entry) => entry.event);
    const decision = evaluate({
      moduleId: module.name,
      score: combined.score,
      window,
      fingerprint: module.fingerprint,
      threshold,
      context: { zone: agent.zone },
    });
    const verdict: Verdict = {
      module,
      reason: decision.reason,
      score: Number.isFinite(combined.score) ? combined.score : null,
      rule: combined.rule,
      learned: combined.lstm,
      threshold,
    };
    return { one, verdict, passes: decision.should_escalate };
  });
  const passing = looked.filter(({ passes }) => passes);
  const verdicts = [...early, ...looked.map(({ verdict }) => verdict)];
  const base = { signal, event, verdicts };
  if (passing.length === 0) return explored(base, looked, state, now);
  const heldBack = passing.filter(({ verdict }) => isHeldBack(verdict.module, now));
  const free = passing.filter((one) => !heldBack.includes(one));
  const [first] = free.length > 0 ? free : heldBack;
  if (first === undefined) return { judged: base, state };
  const choice =
    free.length > 1
      ? disambiguate(
          claimed.cluster,
          free.map(({ verdict }) => ({ fingerprint: verdict.module.fingerprint, score: verdict.score ?? 0 })),
          [event],
          { zone: agent.zone },
        )
      : undefined;
  const reasons = new Map<Verdict, EscalationReason>([
    ...heldBack.map(({ verdict }) => [verdict, 'breaker'] as const),
    ...free.map(({ verdict }) => [verdict, choice?.reasons[verdict.module.name] ?? 'woke'] as const),
  ]);
  const candidates =
    choice?.moduleId === null
      ? free.filter(({ verdict }) => choice.listed.includes(verdict.module.name))
      : [];
  const asking = free.find(({ verdict }) => verdict.module.name === choice?.moduleId) ?? first;
  const module = candidates.length > 0 ? null : asking.verdict.module;
  const kind = free.length > 0 ? 'wake' : 'look';
  const woken =
    kind === 'look' ? [] : module === null ? candidates.map(({ verdict }) => verdict.module) : [module];
  return {
    judged: {
      ...base,
      verdicts: verdicts.map((verdict) => ({ ...verdict, reason: reasons.get(verdict) ?? verdict.reason })),
      asks: {
        kind,
        module,
        candidates: candidates.map(({ verdict }) => verdict.module),
        judgement: asking.one.judgement,
        score: asking.verdict.score ?? 0,
        threshold: asking.verdict.threshold,
      },
    },
    state: woken.reduce(
      (next, { name }) => ({ ...next, cluster: withActivation(next.cluster, name, event.timestamp) }),
      state,
    ),
  };
}

function isHeldBack({ breakerUntil }: Module, now: Date): boolean {
  return breakerUntil !== null && Date.parse(breakerUntil) > now.getTime();
}

/** A small share of what did not pass is shown for a look, so that what is missed can be told. */
function explored(
  base: Omit<JudgedSignal, 'asks'>,
  looked: readonly { readonly one: Pending; readonly verdict: Verdict }[],
  state: HeldState,
  now: Date,
): { judged: JudgedSignal; state: HeldState } {
  const day = Math.floor(now.getTime() / dayMs);
  const looks = state.looks.day === day ? state.looks : { day, count: 0 };
  const found = looked.find(
    ({ verdict }) =>
      verdict.reason === 'below_threshold' && isExplored(base.signal.id ?? '', verdict.module.name),
  );
  if (found === undefined || looks.count >= looksPerDay) return { judged: base, state };
  const { one, verdict } = found;
  return {
    judged: {
      ...base,
      verdicts: base.verdicts.map((other) =>
        other === verdict ? { ...verdict, reason: 'explored' } : other,
      ),
      asks: {
        kind: 'look',
        module: verdict.module,
        candidates: [],
        judgement: one.judgement,
        score: verdict.score ?? 0,
        threshold: verdict.threshold,
      },
    },
    state: { ...state, looks: { day, count: looks.count + 1 } },
  };
}

function eventOf({
  at,
  deltaType,
  features,
  location,
  magnitude,
  source,
}: WaitingSignal): SignalEvent | undefined {
  if (source === null) return undefined;
  return { source, location, delta_type: deltaType, magnitude, timestamp: at, features };
}
