/** What begins a turn that nobody asked for. Whatever uses `start_turn` names one of these. */
export const selfStartedSources: readonly string[] = ['reminder', 'schedule', 'approval', 'thought'];

/** Those whose text is something to say, never something to do: neither ACT nor IGNORE fits them, and nobody said them. */
export const spokenSources: readonly string[] = ['reminder', 'thought'];

/** Sources that no message of a client may have: what began a turn decides what it may do. */
export const reservedSources: readonly string[] = [...selfStartedSources, 'pulse'];
