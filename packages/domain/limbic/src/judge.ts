import type { Fingerprint } from '@salience/contracts';
import { blendWeight } from './learn/blend.ts';
import type { LimbicModel } from './learn/model.ts';
import { ruleScore } from './rule/rule-score.ts';
import type { ClusterState } from './window/cluster-state.ts';
import { snapshotOf, windowMatrix, type WindowSnapshot } from './window/window-matrix.ts';

/** A window of one module, ready to be scored. */
export interface Judgement {
  /** `[T, F]`, padded at the front. */
  readonly matrix: Float32Array;
  readonly length: number;
  /** 0 to 1. */
  readonly rule: number;
  /** Whether the score depends on the LSTM: otherwise it may be left out, or run only to be stored. */
  readonly needsLstm: boolean;
  /** What is stored with an activation, so that its label can be learned from. */
  readonly snapshot: WindowSnapshot;
}

/**
 * Judges the last signal of a state for one module. The windows of a batch go through `stackWindows` into one run of the LSTM; `combine` makes
 * the score of each. `zone`: the owner's.
 */
export function judge({
  state,
  fingerprint,
  model,
  zone,
}: {
  readonly state: ClusterState;
  readonly fingerprint: Fingerprint;
  readonly model: LimbicModel | undefined;
  readonly zone: string;
}): Judgement {
  const snapshot = snapshotOf(state, fingerprint.module_id);
  const module = model?.modules[fingerprint.module_id];
  return {
    ...windowMatrix(snapshot, fingerprint, module?.evidence, zone),
    rule: ruleScore(snapshot, fingerprint, zone),
    needsLstm: blendWeight(module?.labels ?? 0, model?.promoted ?? false) > 0,
    snapshot,
  };
}
