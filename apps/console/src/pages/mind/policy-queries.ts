import { useEffect, useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useGet, useList } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';

/** Operators ask where their cookie is sent to; everybody else where an agent's callers ask. */
function useOperates(): boolean {
  return useVisitor().operator !== undefined;
}

/** Policies, by name. */
export function usePolicies() {
  const path = useOperates() ? '/operator/policies' : '/policies';
  return useGet(path, {}, { live: ['policy'] });
}

/** How a policy did, day by day. */
export function useSeries(policy: string) {
  const path = useOperates() ? '/operator/policies/:policy/series' : '/policies/:policy/series';
  return useGet(path, { params: { policy }, query: { days: 90 } }, { live: ['policy'] });
}

/** A policy, what it departs from, and who decides by it. */
export function usePolicy(policy: string) {
  const path = useOperates() ? '/operator/policies/:policy' : '/policies/:policy';
  return useGet(path, { params: { policy } }, { live: ['policy'] });
}

/** Its changes, latest first. */
export function useChanges(policy: string) {
  const path = useOperates() ? '/operator/policies/:policy/history' : '/policies/:policy/history';
  return useList(path, { params: { policy }, query: { limit: 50 } }, { live: ['policy'] });
}

/** How often decisions of a confidence are right. */
export function useCalibration() {
  const path = useOperates() ? '/operator/routing/calibration' : '/routing/calibration';
  return useGet(path, {});
}

/** How often open requests are looked at again, in milliseconds: the regulator comes to them within seconds. */
const openMs = 1_500;

/** What was asked of the regulator; asked again while something waits. Of operators only. */
export function useRequests(policy: string) {
  const enabled = useOperates();
  const input = { params: { policy }, query: { limit: 20 } };
  const query = useGet('/operator/policies/:policy/requests', input, { live: ['policy'], enabled });
  const waits = query.data?.items.some(({ state }) => state === 'open') ?? false;
  // A second reader of the same answer, which has it asked for again.
  useGet('/operator/policies/:policy/requests', input, { enabled: enabled && waits, everyMs: openMs });
  const settled =
    query.data?.items
      .map(({ done_at: at }) => at ?? '')
      .toSorted()
      .at(-1) ?? '';
  const seen = useRef<string>(undefined);
  useEffect(() => {
    // What was done since the last look changes the policy, its history and its weights.
    if (seen.current !== undefined && settled !== seen.current) void queryClient.invalidateQueries();
    if (query.data !== undefined) seen.current = settled;
  }, [settled, query.data]);
  return query;
}
