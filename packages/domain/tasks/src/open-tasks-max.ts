/** Open tasks that an agent has at most, unless its settings say otherwise: what comes beyond waits at its inlet. */
export const openTasksMax = 1_000;
