import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, Suspense, useState } from 'react';
import { post } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { because } from '../../parts/because.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import type { Approval } from './use-messages.ts';

const EditArguments = lazy(async () => ({
  default: (await untilLoaded(() => import('./edit-arguments.tsx'))).EditArguments,
}));

type Answer = { answer: 'approve' | 'refuse' } | { answer: 'edit'; arguments: Record<string, unknown> };

const tones: Readonly<Record<Approval['state'], Tone>> = {
  pending: 'warn',
  approved: 'good',
  edited: 'good',
  refused: 'bad',
  expired: 'soft',
};

/** A request for a yes where it was asked: what would run, exactly, what it would change, and the answer. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const { effects = [], expires_at: until, reason, state, tool } = approval;
  const waits = state === 'pending';
  return (
    <section className={waits ? 'approval open' : 'approval'} aria-label={`Request: ${tool}`}>
      <div className="approval-head">
        <b>
          {waits ? 'May it use ' : 'It asked for '}
          <Words text={tool} />
          {waits && '?'}
        </b>
        <Badge tone={tones[state]}>{state === 'pending' ? 'waits for an answer' : state}</Badge>
      </div>
      <Arguments approval={approval} />
      {effects.length > 0 && (
        <div>
          <h3>What it would change</h3>
          <ul className="approval-effects">
            {effects.map((effect) => (
              <li key={effect}>
                <Words text={effect} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="soft">
        It asks <Words text={because(reason)} />{' '}
        {waits ? (
          <>
            Without an answer it is a no <Time at={until} />.
          </>
        ) : (
          <Decided approval={approval} />
        )}
      </p>
      {waits && <Answers approval={approval} />}
    </section>
  );
}

function Arguments({ approval: { arguments: asked, edited_arguments: edited } }: { approval: Approval }) {
  if (edited === null) return <TextBlock code text={JSON.stringify(asked, null, 2)} />;
  return (
    <>
      <h3>As it was asked</h3>
      <TextBlock code text={JSON.stringify(asked, null, 2)} />
      <h3>As it was allowed</h3>
      <TextBlock code text={JSON.stringify(edited, null, 2)} />
    </>
  );
}

function Decided({ approval: { resolved_at: at, resolved_by: by } }: { approval: Approval }) {
  if (at === null) return null;
  return (
    <>
      {by === 'deadline' ? (
        'Nobody answered in time'
      ) : (
        <>
          Answered by <Words text={by ?? 'somebody'} />
        </>
      )}
      , <Time at={at} />.
    </>
  );
}

/** Yes, no, or yes to something else; whoever comes second is told what was decided. */
function Answers({ approval }: { approval: Approval }) {
  const { approval_id: id, hash, kind } = approval;
  const { known } = useVisitor();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [editing, setEditing] = useState(false);
  const answer = async (body: Answer) => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await post('/approvals/:approval', {
        params: { approval: id },
        body,
        headers: { 'if-match': `"${hash}"` },
      });
      setEditing(false);
    } catch (error) {
      setEditing(false);
      const words = error instanceof Error ? error.message : String(error);
      // Somebody else was first: the buttons go, so it is said where it stays.
      if (error instanceof ApiProblem && error.code === 'approval.resolved') say(words, 'bad');
      else setTrouble(words);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ predicate: ({ meta }) => isLive(meta) });
    }
  };
  if (!known)
    return <p className="soft">Sign in to answer it: only a person or the holder of the agent’s key may.</p>;
  return (
    <>
      <div className="row">
        <Button kind="primary" icon="check" busy={busy} onClick={() => void answer({ answer: 'approve' })}>
          {kind === 'call' ? 'Allow exactly this' : 'Yes'}
        </Button>
        {kind === 'call' && (
          <Button disabled={busy} onClick={() => setEditing(true)}>
            Change and allow
          </Button>
        )}
        <Button kind="danger" disabled={busy} onClick={() => void answer({ answer: 'refuse' })}>
          {kind === 'call' ? 'Refuse' : 'No'}
        </Button>
      </div>
      {trouble !== undefined && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      {editing && (
        <Suspense fallback={null}>
          <EditArguments
            approval={approval}
            busy={busy}
            onClose={() => setEditing(false)}
            onSend={(args) => void answer({ answer: 'edit', arguments: args })}
          />
        </Suspense>
      )}
    </>
  );
}

function isLive(meta: Record<string, unknown> | undefined): boolean {
  return Array.isArray(meta?.['live']) && meta['live'].includes('approval');
}
