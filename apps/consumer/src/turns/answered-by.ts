import type { Caller } from '../http/door.ts';

/** Who is recorded as having answered or decided: the name that authentication gives, never a key. */
export function answeredBy(caller: Caller): string {
  if (caller.operator !== undefined) return caller.operator;
  return caller.voice === 'person' ? 'person' : 'agent-key';
}
