import type { AgentId, EscalationReason, Id, SignalEvent, ThreadId, TurnId } from '@salience/contracts';
import { and, eq } from 'drizzle-orm';
import { call, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { activations } from '../schema/signals.ts';
import type { LoggedAction } from './pfc-actions.ts';

/** A signal of an activation, as it is stored with it. */
export type OpenedEvent = SignalEvent & {
  /** The trace of the judgement that opened the activation, or that added to it. */
  readonly traceparent?: string | undefined;
};

/** An activation that is due. */
export interface DueActivation {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly module: string | null;
  readonly candidates: readonly string[];
  readonly count: number;
  readonly score: number;
  readonly threshold: number;
  readonly openedAt: string;
  readonly dueAt: string;
  /** Each batch of them ends with the trace of its judgement. */
  readonly latest: readonly OpenedEvent[];
  readonly window: unknown;
  readonly signals: readonly Id<'signal'>[];
}

/** Activations that are due to be asked, over all agents. Pulse-sensor. */
export function dueActivations(
  db: Database,
  due: { readonly now: Date; readonly limit: number },
): Promise<DueActivation[]> {
  return call(db, 'due_activations', due);
}

/** A turn that was begun. */
export interface BegunTurn {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly fence: number;
  readonly heldBy: Id<'worker'> | null;
}

/** Asks the agent about an activation, once. See sql/signals/wake.sql. Pulse-sensor. */
export function wakeAgent(
  db: Database,
  wake: {
    readonly agentId: AgentId;
    readonly id: Id<'activation'>;
    readonly count: number;
    readonly text: string;
    readonly question: string;
    readonly values: Readonly<Record<string, string>>;
    readonly zone: string | null;
    readonly now: Date;
    readonly cooldownMs: number;
    readonly dayStart: Date;
    readonly wakesMax: number;
    readonly tokensMax: number;
    readonly traceparent: string | undefined;
    /** How the wake was evaluated; not at all where the agent pursues nothing. */
    readonly evaluated?: Omit<LoggedAction, 'agentId' | 'now' | 'turnId'> | null;
  },
): Promise<{
  readonly status: 'asked' | 'budget' | 'early' | 'gone' | 'grew';
  readonly turn?: BegunTurn | null;
}> {
  const at = wake.now.getTime();
  return call(db, 'wake', { ...wake, turnId: newId('turn', at), newThreadId: newId('thread', at) });
}

/** Takes an activation out of what is due without asking: shown only, told in the day's digest, or dropped. False where it is not open any more. Pulse-sensor. */
export async function holdActivation(
  db: Database,
  agentId: AgentId,
  id: Id<'activation'>,
  to: {
    readonly state: 'dropped' | 'shown' | 'told';
    readonly reason: EscalationReason;
    readonly question?: string;
  },
): Promise<boolean> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(activations)
      .set(to)
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id), eq(activations.state, 'open')))
      .returning({ id: activations.id }),
  );
  return rows.length > 0;
}

/** Puts off an activation that is open. Pulse-sensor. */
export async function putOff(
  db: Database,
  agentId: AgentId,
  id: Id<'activation'>,
  dueAt: Date,
): Promise<void> {
  await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(activations)
      .set({ dueAt })
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id), eq(activations.state, 'open'))),
  );
}

/** What the day's limits, or what the agent pursues, kept from being asked and nobody has told yet. */
export interface UntoldActivation {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly cluster: string;
  readonly score: number;
  readonly module: string | null;
  readonly count: number;
  readonly reason: EscalationReason;
  readonly openedAt: Date;
  readonly latest: readonly SignalEvent[];
}

/** Activations that wait for the day's digest, over all agents: the oldest of each, at most `limit`. Pulse-sensor. */
export function untoldActivations(db: Database, limit: number): Promise<UntoldActivation[]> {
  return call<(Omit<UntoldActivation, 'openedAt'> & { openedAt: string })[]>(db, 'untold_activations', {
    limit,
  }).then((all) => all.map((one) => ({ ...one, openedAt: new Date(one.openedAt) })));
}

/** Tells a day's digest, once. See sql/signals/tell_digest.sql. */
export function tellDigest(
  db: Database,
  digest: {
    readonly agentId: AgentId;
    readonly ids: readonly Id<'activation'>[];
    /** When the day began: all that was opened before is told. */
    readonly before: Date;
    readonly day: string;
    readonly text: string;
    readonly zone: string | null;
    readonly now: Date;
    readonly traceparent: string | undefined;
  },
): Promise<{ readonly status: 'gone' | 'told'; readonly turn?: BegunTurn | null }> {
  const at = digest.now.getTime();
  return call(db, 'tell_digest', { ...digest, turnId: newId('turn', at), newThreadId: newId('thread', at) });
}

/** A wake whose turn has ended. */
export interface AskedWake {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly question: string;
  /** Of the turn. */
  readonly state: string;
  /** What models were shown in it. */
  readonly shown: readonly string[];
}

/** Wakes whose turn has ended, and of which nobody knows yet whether they were heard. */
export function askedWakes(
  db: Database,
  ask: { readonly after: Date; readonly limit: number },
): Promise<AskedWake[]> {
  return call(db, 'asked_wakes', ask);
}

/** Notes that the question of a wake was found in what a model was shown. */
export function noteHeard(
  db: Database,
  note: { readonly agentId: AgentId; readonly id: Id<'activation'>; readonly now: Date },
): Promise<boolean> {
  return call(db, 'note_heard', note);
}

/** What a person said next to a wake. */
export interface ReplyToWake {
  readonly id: Id<'activation'>;
  readonly agentId: AgentId;
  readonly module: string | null;
  readonly candidates: readonly string[];
  readonly text: string;
  readonly at: string;
}

/** What persons said next to wakes that nobody has labelled. */
export function repliesToWakes(
  db: Database,
  ask: { readonly after: Date; readonly limit: number },
): Promise<ReplyToWake[]> {
  return call(db, 'replies_to_wakes', ask);
}
