import { type ChangedDecision, modes, whatIfViewSchema } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import type { NamedPolicy } from './read-policy.ts';

/** What a policy would have decided over a time. */
export interface WhatIf {
  readonly policy: string;
  readonly version: number;
  readonly from: string;
  readonly to: string;
  readonly decisions: number;
  readonly unreadable: number;
  readonly modes: readonly { readonly was: string; readonly would_be: string; readonly decisions: number }[];
  readonly changed: number;
}

interface Asked {
  readonly policy: NamedPolicy;
  readonly from: Date;
  readonly to: Date;
  /** Told of each decision that changes, as it comes. */
  readonly onChanged: (changed: ChangedDecision) => void;
}

const pageMax = '1000';

/** Decides every stored turn of a time again, page by page. Reads only. Throws the problems of the API. */
export async function whatIf(client: ApiClient, { from, onChanged, policy, to }: Asked): Promise<WhatIf> {
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), limit: pageMax });
  if (policy.name !== undefined) query.set('policy', policy.name);
  if (policy.version !== undefined) query.set('version', `${policy.version}`);
  const counts = new Map<string, { was: string; would_be: string; decisions: number }>();
  const sums = { decisions: 0, unreadable: 0, changed: 0 };
  for (;;) {
    const page = await client.ask(`/routing/what-if?${query.toString()}`, whatIfViewSchema);
    sums.decisions += page.decisions;
    sums.unreadable += page.unreadable;
    sums.changed += page.changed.length;
    for (const { decisions, was, would_be } of page.modes) {
      const key = `${was} ${would_be}`;
      counts.set(key, { was, would_be, decisions: decisions + (counts.get(key)?.decisions ?? 0) });
    }
    page.changed.forEach(onChanged);
    if (page.next === null) {
      const { policy: name, version } = page;
      return {
        policy: name,
        version,
        from: from.toISOString(),
        to: to.toISOString(),
        ...sums,
        modes: inOrder([...counts.values()]),
      };
    }
    query.set('cursor', page.next);
  }
}

function inOrder<T extends { readonly was: string; readonly would_be: string }>(rows: readonly T[]): T[] {
  const place = (mode: string) => modes.findIndex((one) => one === mode);
  return rows.toSorted((a, b) => place(a.was) - place(b.was) || place(a.would_be) - place(b.would_be));
}
