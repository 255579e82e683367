import { follow } from '../api/event-stream.ts';
import { queryClient } from '../api/query-client.ts';
import type { LiveEvent, LiveState, LiveType } from './live-events.ts';
import { askAgain } from './other-tabs.ts';

/** Events within this time are one refetch, in milliseconds. */
const gatherMs = 200;
/** A page that was hidden for this long gives its connection back, in milliseconds: a browser has six for a server. */
const hiddenMs = 30_000;

type Handler = (event: LiveEvent) => void;

let state: LiveState = 'opening';
let running: AbortController | undefined;
let lastId: string | undefined;
let gathered = new Set<string>();
let gathering: ReturnType<typeof setTimeout> | undefined;
const handlers = new Set<{ readonly types: readonly LiveType[]; readonly handle: Handler }>();
const watchers = new Set<() => void>();

/** Whether events come now. */
export function liveState(): LiveState {
  return state;
}

/** Calls back when the state changes; returns how to stop that. */
export function onLiveState(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls back with events of some types; returns how to stop that. */
export function onLive(types: readonly LiveType[], handle: Handler): () => void {
  const entry = { types, handle };
  handlers.add(entry);
  return () => handlers.delete(entry);
}

/** Opens the one stream of this page, for whoever looks now; it is given back while nobody looks. Returns how to end it. */
export function startLive(): () => void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const seen = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => running?.abort(), hiddenMs);
    else if (running === undefined || running.signal.aborted) void run();
  };
  lastId = undefined;
  document.addEventListener('visibilitychange', seen);
  void run();
  return () => {
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', seen);
    running?.abort();
  };
}

async function run(): Promise<void> {
  const mine = new AbortController();
  running = mine;
  const show = (next: LiveState) => {
    if (running !== mine || state === next) return;
    state = next;
    for (const watcher of watchers) watcher();
  };
  const stream = follow('/events', {
    signal: mine.signal,
    after: lastId,
    onState: (connected) => show(connected ? 'live' : 'lost'),
  });
  for (;;) {
    const { value, done } = await stream.next();
    if (done) break;
    if (mine.signal.aborted) return;
    lastId = value.id ?? lastId;
    tell(value.data as LiveEvent | { readonly type: 'gap' });
  }
  if (!mine.signal.aborted) show('absent');
}

function tell(event: LiveEvent | { readonly type: 'gap' }): void {
  if (event.type === 'gap') {
    void queryClient.invalidateQueries();
    return;
  }
  // By a command, another browser or the agent itself: nothing of it stays in sight while it is asked for again.
  if (event.type === 'memory' && event.kind === 'forgotten') void askAgain();
  for (const { types, handle } of handlers) if (types.includes(event.type)) handle(event);
  gathered.add(event.type);
  gathering ??= setTimeout(refetch, gatherMs);
}

/** Asks again for what names one of the gathered types. */
function refetch(): void {
  const types = gathered;
  gathered = new Set();
  gathering = undefined;
  void queryClient.invalidateQueries({
    predicate: ({ meta }) => Array.isArray(meta?.live) && meta.live.some((type: string) => types.has(type)),
  });
}
