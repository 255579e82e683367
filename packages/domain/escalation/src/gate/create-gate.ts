import { defaultThreshold } from '@salience/contracts';
import { type EscalationDecision, evaluate, type GateInput } from './evaluate.ts';

/** The gate of one module: its threshold, which may be changed while it runs. */
export interface PrefrontalGate {
  readonly threshold: number;
  /** Takes effect with the next score. Throws a RangeError for what is not within 0 to 1. */
  readonly setThreshold: (threshold: number) => void;
  /** As the function of that name, with the gate's own threshold. */
  readonly evaluate: (input: Omit<GateInput, 'threshold'>) => EscalationDecision;
}

/** A gate with a threshold, 0 to 1. Throws a RangeError for any other number. */
export function createGate(threshold: number = defaultThreshold): PrefrontalGate {
  let held = checkedThreshold(threshold);
  return {
    get threshold() {
      return held;
    },
    setThreshold: (next) => {
      held = checkedThreshold(next);
    },
    evaluate: (input) => evaluate({ ...input, threshold: held }),
  };
}

/** The same number, once it is known to be a threshold. Throws a RangeError. */
function checkedThreshold(threshold: number): number {
  if (typeof threshold === 'number' && threshold >= 0 && threshold <= 1) return threshold;
  throw new RangeError(`threshold must be in [0.0, 1.0], got ${String(threshold)}`);
}
