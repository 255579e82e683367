import { randomUUID } from 'node:crypto';
import { type Policy, shippedPolicy, type WeightName } from '@salience/router';
import type { TestDatabase } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';

/** Weights that count in talk of one person with an agent. */
const movable: readonly WeightName[] = [
  'respond.base',
  'clarify.base',
  'act.base',
  'acknowledge.base',
  'respond.likeness',
  'act.likeness',
  'acknowledge.likeness',
  'acknowledge.statement',
  'respond.answerable',
  'act.request',
  'respond.statement_penalty',
  'clarify.unclear',
];
/** So many of them are off. */
const count = 4;

/** Weights that are off by `size` in all (the sum of distances), a few by the same part of it each, drawn by the seed. */
export function offBy(weights: Policy['weights'], size: number, seed: number): Policy['weights'] {
  const random = seededRandom(seed + 77);
  const left = [...movable];
  const moved = Array.from({ length: size === 0 ? 0 : count }, () => {
    const [name] = left.splice(Math.floor(random() * left.length), 1) as [WeightName];
    const from = weights[name] ?? 0;
    const by = ((random() < 0.5 && from >= size / count ? -1 : 1) * size) / count;
    return [name, Math.round((from + by) * 1e6) / 1e6] as const;
  });
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
