import { useEffect } from 'react';
import { useGet } from '../../api/use-get.ts';
import { Go, useGo, useParam } from '../../app/navigation.tsx';
import { Loaded, Skeleton } from '../../parts/states.tsx';

/** Goes to a turn of which the thread is not known yet. */
export function Page() {
  const turn = useParam('turn') ?? '';
  const query = useGet('/turns/:turn', { params: { turn } });
  return (
    <Loaded query={query}>{({ thread_id: thread }) => <Onward to={`/talk/${thread}/${turn}`} />}</Loaded>
  );
}

function Onward({ to }: { to: string }) {
  const go = useGo();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return <Skeleton lines={6} />;
}

/** A link to a turn. */
export function TurnLink({ turn, children = 'The turn' }: { turn: string; children?: string }) {
  return <Go to={`/world/turns/${turn}`}>{children}</Go>;
}
