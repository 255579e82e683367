import type { KeyScope } from '@salience/contracts';
import type { Caller } from './door.ts';
import { httpProblem } from './problems.ts';
import type { Described } from './route.ts';

/** The scope that a key needs for a route; null for one whose requests are checked one by one as they reach others. */
export function scopeOf({ method, scope }: Pick<Described, 'method' | 'scope'>): KeyScope | null {
  if (scope !== undefined) return scope;
  return method === 'GET' ? 'read' : 'manage';
}

/** Throws 403 where the caller's key has scopes and not this one. */
export function requireScope({ rules }: Pick<Caller, 'rules'>, scope: KeyScope | null): void {
  if (scope === null || rules?.scopes === undefined || rules.scopes.includes(scope)) return;
  throw httpProblem(
    403,
    'key.scope',
    `This key may ${rules.scopes.join(', ')}, and this takes "${scope}". Use a key that may; "salience agent key create … --scope ${scope}" makes one.`,
  );
}
