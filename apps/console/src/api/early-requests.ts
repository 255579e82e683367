import { credentialHeaders } from './credentials.ts';

declare global {
  /** Answers that were asked for before the console ran, by their address. */
  var salienceEarly: Map<string, Promise<Response>> | undefined;
}

/** Who looks is what every page asks first. */
const ofEveryPage = ['/agents/me', '/session', '/operator/session', '/operator/agents'];
/** What pages show first, asked along with it; the address is the one that the page asks. */
const ofPages: readonly (readonly [page: RegExp, address: string])[] = [
  [/^\/(?:console)?(?:\/talk(?:\/.*)?)?$/, '/threads?limit=100'],
];

/** How long after the page was begun an early answer still counts as new, in milliseconds. */
const goodForMs = 5_000;

/** Asks while the script of the console is still read. A code in the address has to sign this browser in before. */
export function askEarly(): void {
  if (location.hash.includes('code=') || location.pathname.endsWith('/sign-in')) return;
  const more = ofPages.filter(([page]) => page.test(location.pathname)).map(([, address]) => address);
  globalThis.salienceEarly = new Map(
    [...ofEveryPage, ...more].map((address) => {
      const answer = fetch(address, { headers: credentialHeaders(address) });
      // Whoever takes it hears of a failure; nobody may.
      answer.catch(() => undefined);
      return [address, answer];
    }),
  );
}

/** The answer that was asked for early, once; undefined where there is none. */
export function takeEarly(method: string, address: string): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const answer = performance.now() > goodForMs ? undefined : globalThis.salienceEarly?.get(address);
  globalThis.salienceEarly?.delete(address);
  return answer;
}

/** What was asked as somebody else is not shown. */
export function forgetEarly(): void {
  globalThis.salienceEarly = undefined;
}
