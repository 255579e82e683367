import { queryClient } from '../../api/query-client.ts';
import { say } from '../../parts/toast.tsx';

/** Does something, says what came of it, and asks for everything again; resolves with what came, undefined where it failed. */
export async function act<A>(
  run: () => Promise<A>,
  done: string | ((came: A) => string),
): Promise<A | undefined> {
  try {
    const came = await run();
    say(typeof done === 'string' ? done : done(came));
    await queryClient.invalidateQueries();
    return came;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), 'bad');
    return undefined;
  }
}
