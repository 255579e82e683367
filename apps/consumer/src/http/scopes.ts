import type { KeyScope } from '@salience/contracts';
import type { Caller } from './door.ts';
import { httpProblem } from './problems.ts';
import type { Described } from './route.ts';

/** The scopes of which a key needs one for a route; null for a route whose requests are checked one by one as they reach others. */
export function scopesOf({ method, scope }: Pick<Described, 'method' | 'scope'>): readonly KeyScope[] | null {
  if (scope === null) return null;
  if (scope === undefined) return [method === 'GET' ? 'read' : 'manage'];
  return typeof scope === 'string' ? [scope] : scope;
}

/** Throws 403 where the caller's key has scopes and none of these. */
export function requireScope({ rules }: Pick<Caller, 'rules'>, scopes: readonly KeyScope[] | null): void {
  if (scopes === null || rules?.scopes === undefined || scopes.some((one) => rules.scopes?.includes(one)))
    return;
  const [first = 'manage'] = scopes;
  const wanted = scopes.map((one) => `"${one}"`).join(' or ');
  throw httpProblem(
    403,
    'key.scope',
    `This key may ${rules.scopes.join(', ')}, and this takes ${wanted}. Use a key that may; "salience agent key create … --scope ${first}" makes one.`,
  );
}

/** Whether what others said may be shown to the caller beside what it asked for. */
export function mayRead({ rules }: Pick<Caller, 'rules'>): boolean {
  return rules?.scopes?.includes('read') ?? true;
}
