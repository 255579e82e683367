import type { Shapes } from '../../../api/routes.gen.ts';
import { Badge } from '../../../parts/badge.tsx';

/** Whether a module wakes the agent now. */
export function StateBadge({ module }: { module: Shapes['Module'] }) {
  if (module.state === 'paused') return <Badge tone="warn">paused</Badge>;
  if (module.breaker_until !== null && Date.parse(module.breaker_until) > Date.now())
    return <Badge tone="warn">held back</Badge>;
  return <Badge tone="good">active</Badge>;
}
