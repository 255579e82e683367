import {
  actionClasses,
  authorisations,
  authorities,
  type ActionClass,
  type Authorisation,
} from '@salience/contracts';
import type { PolicyRules } from './policy.ts';

/**
 * The rules that an agent's settings have in place of cells of the policy, below `policy`. What is no authority, action class or authorisation is left
 * out: the policy decides there.
 */
export function policyRulesOf(settings: Readonly<Record<string, unknown>> | null): PolicyRules {
  const given = recordOf(settings?.['policy']);
  const rows = authorities.flatMap((authority) => {
    const row = recordOf(given[authority]);
    const cells = actionClasses.flatMap((one): [ActionClass, Authorisation][] => {
      const says = authorisations.find((word) => word === row[one]);
      return says === undefined ? [] : [[one, says]];
    });
    return cells.length === 0 ? [] : [[authority, Object.fromEntries(cells)] as const];
  });
  return Object.fromEntries(rows);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
