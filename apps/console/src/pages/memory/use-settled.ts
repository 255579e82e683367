import { useEffect, useEffectEvent } from 'react';

/** How long a text stands still before it is asked with, in milliseconds. */
const stillMs = 300;

/** Calls back with a value once it has stood still; not with the one that it begins with. */
export function useSettled(value: string, then: (value: string) => void): void {
  const latest = useEffectEvent(then);
  useEffect(() => {
    const timer = setTimeout(() => latest(value), stillMs);
    return () => clearTimeout(timer);
  }, [value]);
}
