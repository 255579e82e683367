import { queryClient } from '../api/query-client.ts';

const channel = 'salience.forgotten';

/** Drops what pages show and asks for it again, here and in the other tabs of this browser: something of it was forgotten. */
export async function askEverywhereAgain(): Promise<void> {
  const told = new BroadcastChannel(channel);
  told.postMessage(null);
  told.close();
  await askAgain();
}

/** From now on does so when another tab says so. */
export function hearOtherTabs(): void {
  new BroadcastChannel(channel).addEventListener('message', () => void askAgain());
}

/** Drops what this page shows and asks for it again. */
export function askAgain(): Promise<void> {
  return queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'visitor' });
}
