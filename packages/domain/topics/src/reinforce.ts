/** Confidence after an observation: half the way from `current` to `observed`, both taken as 0 to 1. */
export function reinforce(current: number, observed: number): number {
  const from = bounded(current);
  return from + (bounded(observed) - from) * 0.5;
}

function bounded(value: number): number {
  return value >= 0 ? Math.min(value, 1) : 0;
}
