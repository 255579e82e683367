import type { EscalationReason } from '@salience/contracts';
import { evaluate, thresholdOf } from '@salience/escalation';
import {
  type ClusterState,
  combine,
  judge,
  type Judgement,
  type LimbicModel,
  type StackedWindows,
  stackWindows,
} from '@salience/limbic';
import type { Module } from '../modules/module-book.ts';
import type { HeldModel } from './held-models.ts';

/** How a signal was judged for one module. */
export interface Verdict {
  readonly module: Module;
  readonly reason: EscalationReason;
  readonly score: number | null;
  readonly rule: number | null;
  readonly learned: number | null;
  readonly threshold: number;
}

/** A verdict with the window that it is about. */
export interface Scored {
  readonly verdict: Verdict;
  readonly judgement: Judgement;
  readonly passes: boolean;
}

/** The scores of windows by the LSTM of a model. */
export type RunLstm = (windows: StackedWindows, model: LimbicModel) => Promise<Float32Array>;

/** Scores the last signal of a state for modules, and asks the gate. The windows of all modules go through the LSTM in one run. */
export async function scoreSignal(
  modules: readonly Module[],
  {
    agentThreshold,
    held,
    runLstm,
    state,
    zone,
  }: {
    readonly agentThreshold: number | undefined;
    readonly held: HeldModel | undefined;
    readonly runLstm: RunLstm;
    readonly state: ClusterState;
    readonly zone: string;
  },
): Promise<Scored[]> {
  const windows = modules.map(({ fingerprint }) => judge({ state, fingerprint, model: held?.model, zone }));
  const raw =
    held === undefined || windows.length === 0 ? [] : await runLstm(stackWindows(windows), held.model);
  return modules.map((module, n) => {
    const judgement = windows[n] as Judgement;
    const threshold = thresholdFor(module, held, agentThreshold);
    const { lstm, rule, score } = combine(judgement.rule, raw[n], held?.model, module.name);
    const decision = evaluate({
      moduleId: module.name,
      score,
      window: judgement.snapshot.events.map(({ event }) => event),
      fingerprint: module.fingerprint,
      threshold,
      context: { zone },
    });
    return {
      judgement,
      passes: decision.should_escalate,
      verdict: {
        module,
        reason: decision.reason,
        score: Number.isFinite(score) ? score : null,
        rule,
        learned: lstm,
        threshold,
      },
    };
  });
}

/** The line of a module: the one that a person set, the one that was learned, that of the agent, the one that it declares. */
export function thresholdFor(
  { fingerprint, name, threshold }: Module,
  held: HeldModel | undefined,
  agentThreshold: number | undefined,
): number {
  const own = threshold ?? held?.thresholds[name];
  return thresholdOf({ module: own, agent: agentThreshold, declared: fingerprint.default_threshold })
    .threshold;
}
