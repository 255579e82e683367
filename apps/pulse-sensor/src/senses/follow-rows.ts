import { selfStartedSources, type SignalEvent } from '@salience/contracts';
import {
  endedTasksSince,
  inboundSince,
  senseCursor,
  takeRows,
  writtenFacts,
} from '@salience/database/signals';
import type { LoopRun } from '@salience/runtime';
import { asksForAnswer } from '@salience/escalation';
import type { AgentModules } from '../modules/module-book.ts';
import { oneByOne } from './one-by-one.ts';
import type { SenseDeps } from './sense-deps.ts';
import { type Found, signalsOf } from './take-in.ts';

/** Rows in one look. */
const rowsMax = 500;
/** Times of rows lie before their commits: rows of so long before are looked at again. */
const overlapMs = 120_000;

/** Rows of another table as signals. */
interface Source {
  readonly name: 'memory' | 'task' | 'inbound';
  /** Whether a module of the agent declares it. */
  readonly isWanted: (agent: AgentModules) => boolean;
  /** What is new since a place, and the next place. Without a place only the latter: what was there before is no news. */
  readonly read: (
    deps: SenseDeps,
    agent: AgentModules,
    from: string | null,
  ) => Promise<{ found: Found[]; upto: string }>;
}

/**
 * Makes the run that makes signals of what others commit: facts that are remembered, tasks that end, mails and hooks that come in. It reads their rows, so that
 * whoever writes them pays nothing for it; each row is one signal, however often it is read.
 */
export function createRowFollower(deps: SenseDeps): LoopRun {
  return async (signal, alive) => {
    const wanted = (await deps.book.current()).flatMap((agent) =>
      sources.filter((source) => source.isWanted(agent)).map((source) => ({ agent, source })),
    );
    return await oneByOne(wanted, signal, async ({ agent, source }) => {
      alive();
      return await follow(deps, agent, source);
    });
  };
}

async function follow(deps: SenseDeps, agent: AgentModules, source: Source): Promise<number> {
  const { clock, db, fault, judge, metrics } = deps;
  const { agentId } = agent;
  const from = await senseCursor(db, agentId, source.name);
  const { found, upto } = await source.read(deps, agent, from);
  if (found.length === 0 && upto === from) return 0;
  const now = await clock.now();
  const signals = signalsOf(agent, found, now);
  await fault('pulse.rows-read');
  const result = await takeRows(db, { agentId, source: source.name, from, upto, now, signals });
  await fault('pulse.rows-taken');
  if (result === null) return 0;
  if (result.clusters.length > 0) judge(result.clusters);
  metrics.signals.inc({ source: source.name }, result.taken.length);
  return result.taken.length;
}

const declares =
  (...names: ('hook' | 'mail' | 'memory' | 'task')[]) =>
  ({ active }: AgentModules): boolean =>
    active.some(({ fingerprint }) => names.some((name) => fingerprint.signal_priors[name] !== undefined));

const sources: readonly Source[] = [
  {
    name: 'memory',
    isWanted: declares('memory'),
    async read({ db }, { agentId }, from) {
      const { facts, upto } = await writtenFacts(db, agentId, from, rowsMax);
      return { upto, found: facts.map(ofFact) };
    },
  },
  {
    name: 'task',
    isWanted: declares('task'),
    read: (deps, { agentId }, from) =>
      since(deps, from, async (at) => {
        const rows = await endedTasksSince(deps.db, agentId, at, rowsMax);
        return rows.flatMap((row) =>
          row.endedAt === null ? [] : [{ at: row.endedAt, found: ofTask({ ...row, endedAt: row.endedAt }) }],
        );
      }),
  },
  {
    name: 'inbound',
    isWanted: declares('mail', 'hook'),
    read: (deps, { agentId }, from) =>
      since(deps, from, async (at) => {
        const rows = await inboundSince(deps.db, agentId, at, rowsMax);
        return rows.map((row) => ({ at: row.receivedAt, found: ofInbound(row) }));
      }),
  },
];

/** Rows from a while before the last place on; the next place is that of the last row of a full page, else now. */
async function since(
  { clock }: SenseDeps,
  from: string | null,
  read: (at: Date) => Promise<{ at: Date; found: Found | undefined }[]>,
): Promise<{ found: Found[]; upto: string }> {
  const now = await clock.now();
  if (from === null) return { found: [], upto: now.toISOString() };
  const rows = await read(new Date(Date.parse(from) - overlapMs));
  const last = rows.length === rowsMax ? rows.at(-1)?.at : undefined;
  // A full page that ends before the place it began from would be read for ever.
  const upto = last !== undefined && last.getTime() > Date.parse(from) ? last : now;
  return {
    found: rows.flatMap((row) => row.found ?? []),
    // Without anything new the place moves on once in a while only.
    upto: rows.length === 0 && now.getTime() - Date.parse(from) < overlapMs / 2 ? from : upto.toISOString(),
  };
}

type Fact = Awaited<ReturnType<typeof writtenFacts>>['facts'][number];

function ofFact({ id, key, source, subject, valueLength, writtenMs }: Fact): Found {
  return {
    externalId: id,
    // What the agent concluded by itself, and what a wake brought up, wakes nobody again.
    own: source === 'pulse' || selfStartedSources.includes(source),
    event: {
      source: 'memory',
      location: subject,
      delta_type: 'created',
      magnitude: Math.min(1, Math.log1p(valueLength) / Math.log1p(1_000)),
      timestamp: writtenMs / 1_000,
      features: { namespace: 'fact', subject, key, value_length: valueLength },
    },
  };
}

type EndedTask = Awaited<ReturnType<typeof endedTasksSince>>[number] & { readonly endedAt: Date };

function ofTask({ endedAt, id, madeBy, reason, source, state, title }: EndedTask): Found {
  return {
    externalId: id,
    own: madeBy === 'pulse' || (madeBy !== null && selfStartedSources.includes(madeBy)),
    event: {
      source: 'task',
      location: title,
      delta_type: 'modified',
      magnitude: 1,
      timestamp: endedAt.getTime() / 1_000,
      features: { state, kind: state, reason: reason ?? '', task_source: source },
    },
  };
}

type Inbound = Awaited<ReturnType<typeof inboundSince>>[number];

/** A message that came in; undefined for what was turned away as noise: a flood, a replay. */
function ofInbound(row: Inbound): Found | undefined {
  const { actionClass, authority, authorisation, id, receivedAt, sender, source, subject, text } = row;
  if (['rate-limited', 'replayed', 'duplicate'].includes(row.reason)) return undefined;
  const [kind, name] = splitSource(source);
  const shared = { authority, authorisation, text: (text ?? '').slice(0, 1_000) };
  const base = { delta_type: 'created', magnitude: 1, timestamp: receivedAt.getTime() / 1_000 } as const;
  if (kind === 'hook')
    return {
      externalId: id,
      event: {
        ...base,
        source: 'hook',
        location: sender,
        features: { ...shared, hook: sender, hook_id: name, action: actionClass },
      },
    };
  const bulk = isBulk(row);
  const known = authority !== 'unknown' && authority !== 'owner_claimed';
  const event: SignalEvent = {
    ...base,
    source: 'mail',
    location: sender,
    features: {
      ...shared,
      mailbox: name,
      sender,
      subject_tokens: tokensOf(subject),
      asks: asksForAnswer(subject, text ?? '', { from: sender, bulk, known }),
      bulk,
      known,
    },
  };
  return { externalId: id, event, own: authority === 'owner_verified' };
}

function splitSource(source: string): [string, string] {
  const at = source.indexOf(':');
  return at < 0 ? [source, ''] : [source.slice(0, at), source.slice(at + 1)];
}

function tokensOf(subject: string): string[] {
  return (
    subject
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 16);
}

/** A program sent it, as its evidence says. */
function isBulk({ evidence }: Inbound): boolean {
  return evidence?.kind === 'mail' && evidence.notes.includes('auto-submitted');
}
