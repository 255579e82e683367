import { useState } from 'react';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Badge } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Time } from '../../parts/time.tsx';
import { spaced } from './numbers.ts';

/** What is about to be asked of the regulator. */
export type Asked =
  | { readonly kind: 'pin' | 'rollback'; readonly version: number }
  | { readonly kind: 'unpin' };

/** Asks before it asks the regulator, which alone moves a policy. */
export function AskRegulator({
  policy,
  asked,
  onClose,
}: {
  policy: string;
  asked: Asked | undefined;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const ask = async () => {
    if (asked === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      await post('/operator/policies/:policy/requests', { params: { policy }, body: { ...asked } });
      await queryClient.invalidateQueries();
      close();
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
    setBusy(false);
  };
  const { action, says, title } = wordsOf(policy, asked);
  return (
    <Confirm
      title={title}
      open={asked !== undefined}
      action={action}
      busy={busy}
      error={error}
      onConfirm={() => void ask()}
      onClose={close}
    >
      <p>{says}</p>
      <p className="soft">The regulator does it within seconds, and it stands in the audit log.</p>
    </Confirm>
  );
}

function wordsOf(policy: string, asked: Asked | undefined): { title: string; action: string; says: string } {
  switch (asked?.kind) {
    case 'pin':
      return {
        title: `Pin ${policy} to version ${asked.version}?`,
        action: `Pin version ${asked.version}`,
        says: `Version ${asked.version} decides from then on. Nothing is learned into this policy until the pin is taken back.`,
      };
    case 'rollback':
      return {
        title: `Go back to version ${asked.version} of ${policy}?`,
        action: `Go back to version ${asked.version}`,
        says: `A new version with the weights of version ${asked.version} is published and decides. Learning goes on from there.`,
      };
    case 'unpin':
      return {
        title: `Take the pin of ${policy} back?`,
        action: 'Take it back',
        says: 'The version that is pinned goes on deciding, and the regulator may move it again.',
      };
    case undefined:
      return { title: '', action: '', says: '' };
  }
}

const states = { open: ['waits', 'accent'], done: ['done', 'good'], refused: ['refused', 'bad'] } as const;

/** What became of the last requests. */
export function Requests({ requests }: { requests: readonly Shapes['PolicyRequest'][] }) {
  if (requests.length === 0) return null;
  return (
    <ul className="requests" aria-label="Asked of the regulator, latest first" aria-live="polite">
      {requests
        .slice(0, 3)
        .map(({ asked_at: at, asked_by: by, kind, outcome, request_id: id, state, version }) => {
          const [words, tone] = states[state];
          const why = outcome?.['why'];
          return (
            <li key={id}>
              <Badge tone={tone}>{words}</Badge> {kind}
              {version !== null && ` to version ${version}`}
              <span className="soft">
                , asked by {by} <Time at={at} />
                {typeof why === 'string' && `: ${spaced(why)}`}
              </span>
            </li>
          );
        })}
    </ul>
  );
}
