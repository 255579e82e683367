import { useCallback, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { say } from '../../parts/toast.tsx';

/** Carries out one change at a time. */
export interface Change {
  /** What runs now, by its name. */
  readonly busy: string | undefined;
  /** Runs it, says what came of it, and asks for everything that is shown again. Resolves with whether it was done. */
  run(name: string, work: () => Promise<unknown>, done?: string): Promise<boolean>;
}

/** Changes of the page that uses it. */
export function useChange(): Change {
  const [busy, setBusy] = useState<string>();
  const run = useCallback(async (name: string, work: () => Promise<unknown>, done?: string) => {
    setBusy(name);
    try {
      await work();
      if (done !== undefined) say(done);
      return true;
    } catch (error) {
      say((error as Error).message, 'bad');
      return false;
    } finally {
      setBusy(undefined);
      void queryClient.invalidateQueries();
    }
  }, []);
  return { busy, run };
}
