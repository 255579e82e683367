import { createHash } from 'node:crypto';
import type { AgentId, SignalEvent } from '@salience/contracts';
import { type ClaimedPage, claimPage, notePage } from '@salience/database/signals';
import { notePulseEvent } from '@salience/database/tasks';
import { isSalienceError, messageOf } from '@salience/errors';
import { openAddress } from '@salience/escalation';
import type { LoopRun } from '@salience/runtime';
import { nextPollAt } from '../pages/next-poll.ts';
import { type PagePoll, pollPage } from '../pages/poll-page.ts';
import type { AgentModules } from '../modules/module-book.ts';
import { oneByOne } from './one-by-one.ts';
import type { SenseDeps } from './sense-deps.ts';
import { type Found, keyOf, signalsOf } from './take-in.ts';

/** Longer than a poll may take, in milliseconds. */
const leaseMs = 30_000;
/** Polls at once. */
const atOnce = 8;

/** A page that modules of an agent declare, with the shortest of the intervals that they ask for. */
interface Wanted {
  readonly agent: AgentModules;
  readonly endpoint: string;
  readonly everyMs: number;
}

/**
 * Makes the run that asks pages whether they changed, each by one process at a time, by lease. A page that is not due costs nothing here: when it is due is
 * remembered. One that fails is asked more and more seldom and holds up no other.
 */
export function createPagePolls(deps: SenseDeps): LoopRun {
  const dueAt = new Map<string, number>();
  return async (signal, alive) => {
    const { book, clock } = deps;
    const all = (await book.current()).flatMap(pagesOf);
    const keys = new Set(all.map(({ agent, endpoint }) => keyOf(agent.agentId, endpoint)));
    for (const key of dueAt.keys()) if (!keys.has(key)) dueAt.delete(key);
    if (all.length === 0) return 0;
    const now = (await clock.now()).getTime();
    const due = all.filter(({ agent, endpoint }) => (dueAt.get(keyOf(agent.agentId, endpoint)) ?? 0) <= now);
    const some = Array.from({ length: Math.ceil(due.length / atOnce) }, (_, n) =>
      due.slice(n * atOnce, (n + 1) * atOnce),
    );
    return await oneByOne(some, signal, async (pages) => {
      alive();
      const polled = await Promise.allSettled(
        pages.map(async (page) => {
          const key = keyOf(page.agent.agentId, page.endpoint);
          // One that cannot even be claimed is left alone for as long as one that cannot be read.
          dueAt.set(key, now + page.everyMs);
          const { next, signals } = await pollOne(deps, page, signal);
          dueAt.set(key, next.getTime());
          return signals;
        }),
      );
      return await oneByOne(polled, signal, (one) =>
        one.status === 'fulfilled' ? Promise.resolve(one.value) : Promise.reject(one.reason as Error),
      );
    });
  };
}

function pagesOf(agent: AgentModules): Wanted[] {
  const everyMs = new Map<string, number>();
  for (const { fingerprint, pages } of agent.active) {
    const { network } = fingerprint.signal_priors;
    for (const endpoint of pages)
      everyMs.set(
        endpoint,
        Math.min(everyMs.get(endpoint) ?? Number.POSITIVE_INFINITY, (network?.every_seconds ?? 300) * 1_000),
      );
  }
  return [...everyMs].map(([endpoint, every]) => ({ agent, endpoint, everyMs: every }));
}

async function pollOne(
  deps: SenseDeps,
  page: Wanted,
  signal: AbortSignal,
): Promise<{ next: Date; signals: number }> {
  const { clock, db, judge, metrics, workerId } = deps;
  const { agent, endpoint, everyMs } = page;
  const { agentId } = agent;
  const claimed = await claimPage(db, {
    agentId,
    endpoint,
    owner: workerId,
    leaseMs,
    now: await clock.now(),
  });
  if ('nextAt' in claimed) return { next: new Date(claimed.nextAt), signals: 0 };
  const outcome = await ask(page, claimed, signal);
  const now = await clock.now();
  await deps.fault('pulse.page-polled');
  const { poll } = outcome;
  const failed = poll === undefined || poll.failed;
  const next = nextPollAt({
    now,
    everyMs,
    failures: failed ? claimed.failures + 1 : 0,
    retryAfterMs: poll?.retryAfterMs ?? null,
  });
  const found = poll === undefined ? [] : foundOf(endpoint, claimed, poll, now);
  const result = await notePage(db, {
    agentId,
    endpoint,
    fence: claimed.fence,
    now,
    nextAt: next,
    error: failed ? (outcome.error?.code ?? `page.status-${poll?.status ?? 0}`) : null,
    ...(poll === undefined || poll.failed
      ? {}
      : {
          page: {
            etag: poll.etag,
            lastModified: poll.lastModified,
            hash: poll.hash,
            status: poll.status,
            bytes: poll.bytes,
            value: poll.value,
          },
        }),
    signals: signalsOf(agent, found, now),
  });
  if (outcome.error !== undefined)
    await noteFailure(deps, agentId, endpoint, claimed.failures + 1, outcome.error, now);
  if (result === null) return { next, signals: 0 };
  metrics.signals.inc({ source: 'network' }, result.taken.length);
  if (result.clusters.length > 0) judge(result.clusters);
  return { next, signals: result.taken.length };
}

interface Outcome {
  readonly poll?: PagePoll;
  readonly error?: { readonly code: string; readonly message: string };
}

async function ask(
  { endpoint }: Wanted,
  { bytes, etag, hash, lastModified, value }: ClaimedPage,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return { poll: await pollPage({ endpoint, signal }, { bytes, etag, hash, lastModified, value }) };
  } catch (error) {
    return {
      error: { code: isSalienceError(error) ? error.code : 'error.unexpected', message: messageOf(error) },
    };
  }
}

/** The signal of a poll: another content, a failure that was none before, a number at every poll. What a page is when it is first seen is no news, unless it is a number. */
function foundOf(endpoint: string, before: ClaimedPage, poll: PagePoll, now: Date): Found[] {
  const at = now.getTime() / 1_000;
  const page = openAddress(endpoint);
  const turnedBad = poll.failed && before.failures === 0;
  const isNumber = poll.value !== null && !poll.failed;
  if (!turnedBad && !isNumber && (!poll.changed || before.first)) return [];
  const event: SignalEvent = {
    source: 'network',
    location: page,
    delta_type: 'modified',
    magnitude: 1,
    timestamp: at,
    features: {
      endpoint: page,
      status_code: poll.status,
      content_hash: poll.hash ?? '',
      previous_hash: before.hash ?? '',
      size_bytes: poll.bytes ?? 0,
      ...(isNumber ? { value: poll.value } : {}),
    },
  };
  // A content that comes again after another one is another change.
  const named = `${endpoint} ${before.fence} ${poll.hash ?? poll.status}`;
  return [{ event, externalId: createHash('sha256').update(named).digest('hex') }];
}

async function noteFailure(
  { db, log, metrics }: SenseDeps,
  agentId: AgentId,
  endpoint: string,
  failures: number,
  { code, message }: NonNullable<Outcome['error']>,
  at: Date,
): Promise<void> {
  metrics.adapterErrors.inc({ inlet: 'pages', code });
  log.warn({ agentId, code, failures, error: message }, 'a page cannot be read');
  if (failures > 3 && failures % 10 !== 0) return;
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : 'a page';
  await notePulseEvent(db, {
    agentId,
    kind: 'adapter_error',
    at,
    report: { adapter: `pages:${host}`, code, error: message, failures },
  });
}
