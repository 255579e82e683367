import { randomUUID } from 'node:crypto';
import { type Policy, shippedPolicy, type WeightName } from '@salience/router';
import type { TestDatabase } from '@salience/testing';

/**
 * Five ways in which first weights are off, each by .4 in all: for each mode one direction that costs much within .4, and a quarter of each at once. They
 * were chosen by replaying 750 stored decisions of our own messages, without an embedding model, with each weight moved by ±.1 to ±.4. What learns was not looked at.
 */
export const ways = {
  answers_too_little: { 'respond.base': -0.4 },
  asks_too_much: { 'clarify.base': 0.4 },
  acts_too_much: { 'act.base': 0.4 },
  nods_too_little: { 'acknowledge.base': -0.1, 'acknowledge.statement': -0.3 },
  all_of_it: { 'respond.base': -0.1, 'clarify.base': 0.1, 'act.base': 0.1, 'acknowledge.base': -0.1 },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<WeightName, number>>>>>;
export type Way = keyof typeof ways;

/** Weights that are off in a way; `none` changes nothing. */
export function offIn(weights: Policy['weights'], way: Way | 'none'): Policy['weights'] {
  const moved = Object.entries(way === 'none' ? {} : ways[way]).map(([name, by]) => [
    name,
    Math.round(((weights[name as WeightName] ?? 0) + by) * 1e6) / 1e6,
  ]);
  return { ...weights, ...Object.fromEntries(moved) };
}

/** Plants weights as the newest policy that was shipped, as a release does: what a fleet begins with. */
export async function plantShipped(database: TestDatabase, weights: Policy['weights']): Promise<Policy> {
  const { name } = shippedPolicy;
  const version = shippedPolicy.version + 1;
  await database.admin(
    'insert into salience.router_policies (id, name, version, weights, created_at) values ($1, $2, $3, $4, $5)',
    [`pol_${randomUUID().replaceAll('-', '')}`, name, version, JSON.stringify(weights), new Date(0)],
  );
  return { name, version, weights };
}
