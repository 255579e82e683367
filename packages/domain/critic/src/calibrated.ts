/** Successes and failures that a fresh tool is credited with. */
const prior = { successes: 2.5, failures: 1.5 } as const;

/**
 * The success rate of a kind of action, 0..1, shrunk towards a prior: (s + 2.5) / (s + f + 4), the mean of a Beta(2.5, 1.5)
 * posterior. A fresh tool has .625: it may put its own things in order (needs .50) and has to ask before it acts outside (needs
 * .75). Two successes without a failure bring it to .75; from there one failure to .64; a fresh tool that fails once is
 * at .50, that fails twice at .42, and asks for everything. Counts below 0 or that are no numbers count as 0.
 */
export function calibrated(successes: number, failures: number): number {
  const good = countOf(successes);
  const bad = countOf(failures);
  return (good + prior.successes) / (good + bad + prior.successes + prior.failures);
}

function countOf(count: number): number {
  return Number.isFinite(count) && count > 0 ? count : 0;
}
