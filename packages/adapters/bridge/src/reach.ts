import type { LookupFunction } from 'node:net';
import { SalienceError } from '@salience/errors';

/** Every address that the host of an address has now; `private`: one of them may not be called. */
export type Reach = (url: URL) => Promise<readonly string[] | 'private'>;

/** Reads the address of a Bridge. Throws `bridge.bad-address` for what is none, or holds a name, a password, a query or a fragment. */
export function bridgeAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fits =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (fits) return url;
  throw new SalienceError(
    'bridge.bad-address',
    'Expected the address of a Bridge as https://host[:port][/path], without a name, a password, a query or a fragment.',
  );
}

/** The addresses that may be connected to now. Rejects with `bridge.private-address` (terminal) and `bridge.unavailable` (retryable). */
export async function judgedAddresses(url: URL, reach: Reach): Promise<readonly string[]> {
  const addresses = await reach(url).catch((error: unknown) => {
    throw unavailable('its name was not found', error);
  });
  if (addresses === 'private')
    throw new SalienceError(
      'bridge.private-address',
      'Expected a Bridge on the internet, got one at a private address. An operator may allow this host in SALIENCE_CHANNEL_PRIVATE_HOSTS.',
      { retryAfterMs: 300_000 },
    );
  if (addresses.length === 0) throw unavailable('its name has no address');
  return addresses;
}

/** Resolves names to addresses that were judged, at each connection: a name that means something else a moment later changes nothing. */
export function judgedLookup(url: URL, reach: Reach): LookupFunction {
  return (_host, options, callback) => {
    void answerLookup(judgedAddresses(url, reach), options.all === true, callback);
  };
}

async function answerLookup(
  judged: Promise<readonly string[]>,
  wantsAll: boolean,
  answer: Parameters<LookupFunction>[2],
): Promise<void> {
  try {
    const all = (await judged).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = all;
    if (wantsAll) answer(null, all);
    else answer(null, first?.address ?? '', first?.family ?? 4);
  } catch (error) {
    answer(error as Error, '');
  }
}

/** A Bridge that cannot be spoken with now. */
function unavailable(why: string, cause?: unknown): SalienceError {
  return new SalienceError('bridge.unavailable', `The Bridge cannot be reached: ${why}.`, {
    kind: 'retryable',
    cause,
  });
}
