/** What went wrong, and what the person can do: retry now, later, or not at all. */
const again = 'please try again';
const later = 'please try again later';
const operator = 'my operator has to fix that';

/** By error code. Sentences state facts only. */
const told: Readonly<Record<string, readonly [what: string, next: string]>> = {
  'llm.auth': ['my language model refused our key', operator],
  'llm.quota': ['the quota of my language model is used up', operator],
  'llm.model-unknown': ['the model that I am set up with does not exist', operator],
  'llm.wrong-address': ['there is no language model at the address that I am set up with', operator],
  'llm.bad-request': ['my language model cannot handle the way I ask', operator],
  'llm.context-overflow': ['this is more than my language model can read', 'please say it in fewer words'],
  'llm.refused': ['my language model declines to answer this', 'please put it differently'],
  'llm.rate-limited': ['I have asked my language model too often', later],
  'llm.overloaded': ['my language model is overloaded', later],
  'llm.provider-error': ['my language model reported an error of its own', later],
  'llm.unreachable': ['my language model cannot be reached', later],
  'llm.offline': ['my language model cannot be reached', later],
  'llm.timeout': ['my language model took too long', again],
  'llm.stalled': ['my language model stopped in the middle', again],
  'llm.malformed': ['my language model sent nothing that I can use', again],
};

/** Failures that no retry of the same message can fix. */
const lasting: ReadonlySet<string> = new Set([
  'llm.auth',
  'llm.quota',
  'llm.model-unknown',
  'llm.wrong-address',
  'llm.bad-request',
  'llm.context-overflow',
  'llm.refused',
  'llm.invalid-output',
]);

/** A model's failure as the turn's error, by its code: whose fault it is, and whether a retry can help. */
export function describeModelFailure(
  code: string,
  turnId: string,
): { code: string; message: string; recoverable: boolean } {
  const [what, next] = told[code] ?? ['my language model failed', again];
  return {
    code,
    message: `I had trouble thinking about that (${code}): ${what}. Your message is kept as ${turnId}; ${next}.`,
    recoverable: !lasting.has(code),
  };
}
