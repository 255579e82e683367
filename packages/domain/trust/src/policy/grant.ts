import {
  type ActionClass,
  actionClasses,
  type Authorisation,
  type Authority,
  type Grant,
} from '@salience/contracts';
import { authorise, type PolicyRules } from './policy.ts';

/** What a person allowed for a task, and until when. */
export interface GrantOptions {
  /** Default: none. A yes to a held message allows exactly the action class of the message. */
  readonly allowed?: readonly ActionClass[];
  /** An instant (ISO 8601 with offset); null, the default: as long as the task. */
  readonly until?: string | null;
  /** Who allowed it; null, the default: the policy. */
  readonly by?: string | null;
}

/** What a task may do that somebody of this authority began. */
export function grantOf(authority: Authority, options: GrantOptions = {}): Grant {
  const { allowed = [], by = null, until = null } = options;
  return { authority, allowed: actionClasses.filter((one) => allowed.includes(one)), until, by };
}

/**
 * What becomes of a call of this class: a class that a person allowed needs no further yes, of all others the policy decides, also of less guarded
 * ones. From `until` on nobody allowed anything, and a session is over: its sender is somebody outside again. An `until`
 * that is no instant has passed.
 */
export function grantAllows(
  grant: Grant,
  actionClass: ActionClass,
  nowMs: number,
  rules?: PolicyRules,
): Authorisation {
  const { allowed, authority, until } = grant;
  const isOver = until !== null && !(nowMs < Date.parse(until));
  if (!isOver && allowed.includes(actionClass)) return 'allow';
  const shown = isOver && authority === 'approved_session' ? 'external_verified' : authority;
  return authorise(shown, actionClass, rules);
}
