/** What this tab sends with every request, besides the cookies of its sessions. */
export interface Credentials {
  /** The key of an agent, `sk_…`; kept until the tab is closed. */
  readonly key: string | undefined;
  /** The agent that the person of this machine chose, by name. */
  readonly agent: string | undefined;
}

const keyPlace = 'salience.key';
const agentPlace = 'salience.agent';

let current: Credentials = {
  key: read(sessionStorageOr(), keyPlace),
  agent: read(localStorageOr(), agentPlace),
};
const listeners = new Set<() => void>();

/** The credentials now. The same object until they change. */
export function credentials(): Credentials {
  return current;
}

/** Changes credentials, and tells whoever listens. */
export function setCredentials(change: Partial<Credentials>): void {
  current = { ...current, ...change };
  write(sessionStorageOr(), keyPlace, current.key);
  write(localStorageOr(), agentPlace, current.agent);
  for (const listener of listeners) listener();
}

/** Calls back after each change; returns how to stop that. */
export function onCredentials(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The headers of a request. Operators are known by their session alone: the key of an agent would be taken for theirs. */
export function credentialHeaders(path: string): Record<string, string> {
  const { agent } = current;
  const key = path.startsWith('/operator/') || path === '/session' ? undefined : current.key;
  // A browser that hides where it is says no zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return {
    ...(zone === undefined ? {} : { 'x-device-time-zone': zone }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(key !== undefined || agent === undefined ? {} : { 'x-agent': agent }),
  };
}

// A browser may forbid storage; then nothing outlasts the page.
function sessionStorageOr(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function localStorageOr(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function read(storage: Storage | undefined, place: string): string | undefined {
  return storage?.getItem(place) ?? undefined;
}

function write(storage: Storage | undefined, place: string, value: string | undefined): void {
  if (value === undefined) storage?.removeItem(place);
  else storage?.setItem(place, value);
}
