import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { LiveEvent, LiveState, LiveType } from './live-events.ts';
import { liveState, onLive, onLiveState } from './live-stream.ts';

/** Calls back with live events of some types while the component is shown. For refetching alone, `live` of a query is enough. */
export function useLive(types: readonly LiveType[], handle: (event: LiveEvent) => void): void {
  const latest = useEffectEvent(handle);
  const names = types.join(' ');
  useEffect(() => onLive(names.split(' ') as LiveType[], (event) => latest(event)), [names]);
}

/** Whether live events come now. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(onLiveState, liveState);
}
