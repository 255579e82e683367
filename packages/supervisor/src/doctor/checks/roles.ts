import { type Database } from '@salience/database';
import {
  inspectRoles,
  inspectServer,
  type RoleFacts,
  unguardedFunctions,
  unprotectedTables,
} from '@salience/database/schema';
import { type Finding, ok, problem, warn } from '../finding.ts';
import type { CheckTarget } from '../check-target.ts';

const WEIGHT_WRITER = 'salience_routing_regulator';

/** Law 7: no app is owner or superuser, and one of them alone writes router weights. */
export async function checkRoles(db: Database, { database, run }: CheckTarget): Promise<Finding[]> {
  const roles = await inspectRoles(db);
  const fix = database.given || run === undefined ? './salience migrate' : './salience down && ./salience up';
  return [
    checkPowers(roles),
    checkGrants(roles, fix),
    await checkWhoAsks(db),
    await checkTables(db, fix),
    await checkFunctions(db),
  ];
}

function checkPowers(roles: readonly RoleFacts[]): Finding {
  const check = 'roles.powers';
  const facts = { roles: roles.filter(({ exists }) => exists).length };
  for (const one of roles) {
    if (one.superuser || one.bypassesRowSecurity || one.createsRoles)
      return problem(
        check,
        `The role ${one.role} may ${power(one)}, which no app's role may.`,
        `psql -c "alter role ${one.role} nosuperuser nobypassrls nocreaterole"   (as superuser)`,
        { facts: { ...facts, role: one.role } },
      );
    if (one.owns)
      return problem(
        check,
        `The role ${one.role} owns what it should only use: row-level security does not hold for it.`,
        `psql -c "reassign owned by ${one.role} to salience_migrator"   (as superuser)`,
        { facts: { ...facts, role: one.role } },
      );
    if (one.writesWeights && one.role !== WEIGHT_WRITER)
      return problem(
        check,
        `The role ${one.role} may write router weights; only the regulator's may.`,
        `psql -c "revoke insert on salience.router_policies from ${one.role}"   (as owner)`,
        { facts: { ...facts, role: one.role } },
      );
  }
  return ok(check, "No app's role is superuser or owner, and only the regulator's writes router weights.", {
    facts,
  });
}

function power(role: RoleFacts): string {
  if (role.superuser) return 'do anything (superuser)';
  return role.bypassesRowSecurity ? "see every agent's rows (bypassrls)" : 'make roles (createrole)';
}

function checkGrants(roles: readonly RoleFacts[], fix: string): Finding {
  const lacking = roles.filter((one) => !one.exists || !one.granted).map(({ role }) => role);
  if (lacking.length > 0)
    return problem('roles.grants', `Missing, or without its rights: ${lacking.join(', ')}.`, fix, {
      facts: { lacking },
    });
  const locked = roles.filter((one) => !one.login).map(({ role }) => role);
  return locked.length > 0
    ? warn(
        'roles.grants',
        `These roles cannot log in yet: ${locked.join(', ')}.`,
        `SALIENCE_PASSWORD_${(locked[0] ?? '').replace('salience_', '').toUpperCase()}=… ./salience migrate`,
        { facts: { locked } },
      )
    : ok('roles.grants', `All ${roles.length} roles exist, may log in and have their rights.`);
}

async function checkWhoAsks(db: Database): Promise<Finding> {
  const { user, superuser } = await inspectServer(db);
  const facts = { superuser };
  return superuser
    ? problem(
        'roles.connection',
        `DATABASE_URL connects as the superuser ${user}: row-level security proves nothing for it.`,
        'DATABASE_URL=postgres://salience_migrator:…   (its owner, no superuser)',
        { facts },
      )
    : ok('roles.connection', `This command connects as ${user}, no superuser.`, { facts });
}

async function checkTables(db: Database, fix: string): Promise<Finding> {
  const tables = await unprotectedTables(db);
  const check = 'roles.row-security';
  return tables.length === 0
    ? ok(check, 'Every table with rows of agents is under row-level security.')
    : problem(check, `Without row-level security: ${tables.join(', ')}.`, fix, { facts: { tables } });
}

async function checkFunctions(db: Database): Promise<Finding> {
  const functions = await unguardedFunctions(db);
  const check = 'roles.functions';
  return functions.length === 0
    ? ok(check, 'Every function that runs with more rights belongs to a role that can do nothing else.')
    : problem(
        check,
        `These functions run with more rights than their caller's and are not kept apart: ${functions.join(', ')}.`,
        './salience migrate   (a dump: restore it as superuser, with its owners)',
        { facts: { functions } },
      );
}
