import { useEffect } from 'react';
import { useGo } from '../../app/navigation.tsx';
import { Skeleton } from '../../parts/states.tsx';

/** The section begins with its signals. */
export function Page() {
  const go = useGo();
  useEffect(() => go('/world/signals', { replace: true }), [go]);
  return <Skeleton lines={6} />;
}
