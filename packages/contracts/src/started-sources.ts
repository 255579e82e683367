/** What begins a turn that nobody asked for: whatever uses `start_turn` names one of these, and no message of a client may. */
export const selfStartedSources: readonly string[] = [
  'reminder',
  'schedule',
  'approval',
  'thought',
  'task',
  'triage',
  'review',
  'report',
  'pulse',
  'floor',
];

/** Those that are something to say or to tell apart, never something to do: neither ACT nor IGNORE fits them, and nobody said them. */
export const spokenSources: readonly string[] = [
  'reminder',
  'thought',
  'triage',
  'review',
  'report',
  'floor',
];

/** Those whose text code wrote, to be read word for word: what a person is asked about a task, and how it ended. */
export const verbatimSources: readonly string[] = ['review', 'report'];

/** The source of what an assistant says over MCP. No request for approval is answered by it, whoever the caller is. */
export const assistantSource = 'mcp';
