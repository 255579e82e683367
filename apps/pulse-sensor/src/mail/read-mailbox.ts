import { type AgentId, taskSignal } from '@salience/contracts';
import { claimMailbox, type ClaimedMailbox, type MailboxNote, noteMailbox } from '@salience/database/inlets';
import { notePulseEvent } from '@salience/database/tasks';
import { isSalienceError, messageOf as errorMessage, SalienceError } from '@salience/errors';
import { takeInMessage } from '@salience/intake';
import type { InboundMail, Mailbox, MailboxConfig, MailHandlers, Position } from '@salience/mail';
import { hint, type LoopRun, wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import { holdLease } from '@salience/worker';
import type { Deps } from '../deps.ts';
import { agentOf } from './agent-of.ts';
import { messageOf } from './message-of.ts';

const pauseMs = 2_000;
const pauseMsMax = 300_000;
/** How far the clocks of a mail server and of the database may be apart. */
const clocksApartMs = 600_000;

/** A mailbox, and the same one as it is read for the first time after a restore: from its present end on. */
export interface Mailboxes {
  readonly usual: Mailbox;
  readonly atEnd: Mailbox;
}

/**
 * Makes the run that reads a mailbox while it holds its lease: until the connection ends, the lease is lost or the process stops. Whatever was taken in is
 * committed with the position behind it, so two readers of one mailbox, or one that dies anywhere, take each mail in once (law 4). A failure is noted and
 * followed by a pause that grows to five minutes.
 */
export function createMailReader(deps: Deps, config: MailboxConfig, { atEnd, usual }: Mailboxes): LoopRun {
  const agent = agentOf(deps.db, config);
  return async (signal, alive) => {
    const agentId = await agent();
    const { clock, db, leaseMs, workerId } = deps;
    const claimed = await claimMailbox(db, {
      agentId,
      name: config.name,
      owner: workerId,
      leaseMs,
      now: await clock.now(),
    });
    if (claimed === null) return 0;
    await deps.fault('pulse.mailbox-claimed');
    // What came since a backup was worked on after it: a restored one goes on with what comes from now on.
    const restored = claimed.uidValidity === null && claimed.lastUid !== null;
    return await readWhileHeld(deps, { agentId, config, claimed }, restored ? atEnd : usual, signal, alive);
  };
}

interface Reading {
  readonly agentId: AgentId;
  readonly config: MailboxConfig;
  readonly claimed: ClaimedMailbox;
}

async function readWhileHeld(
  deps: Deps,
  reading: Reading,
  mailbox: Mailbox,
  signal: AbortSignal,
  alive: () => void,
): Promise<number> {
  const { clock, db, leaseMs, log } = deps;
  const { agentId, claimed, config } = reading;
  const place = { agentId, name: config.name, fence: claimed.fence };
  const lease = holdLease({
    everyMs: Math.ceil(leaseMs / 4),
    renew: async () => {
      const held = await noteMailbox(db.reserved, { ...place, now: await clock.now(), leaseMs });
      alive();
      return held ? undefined : 'lost';
    },
    onError: (error) =>
      log.warn(
        { mailbox: config.name, error: errorMessage(error) },
        'the lease on a mailbox was not renewed',
      ),
  });
  const taken = { count: 0 };
  const stop = AbortSignal.any([signal, lease.signal]);
  try {
    await mailbox.watch(handlersFor(deps, reading, taken, alive), stop);
    await lease.end();
    if (!lease.signal.aborted) await noteMailbox(db, { ...place, now: await clock.now(), release: true });
  } catch (error) {
    await lease.end();
    if (!stop.aborted) await noteFailure(deps, reading, error);
  }
  return taken.count;
}

function handlersFor(
  deps: Deps,
  { agentId, claimed, config }: Reading,
  taken: { count: number },
  alive: () => void,
): MailHandlers {
  const { clock, db } = deps;
  const place = { agentId, name: config.name, fence: claimed.fence };
  let position: Position | null =
    claimed.uidValidity === null || claimed.lastUid === null
      ? null
      : { uidValidity: claimed.uidValidity, lastUid: claimed.lastUid };
  const moveTo = async (to: Position, more: Pick<MailboxNote, 'anchored' | 'oldUpto' | 'seen'>) => {
    if (!(await noteMailbox(db, { ...place, now: await clock.now(), ...to, ...more })))
      throw leaseLost(config);
    position = to;
  };
  const since = claimed.anchoredAt === null ? 0 : Date.parse(claimed.anchoredAt) - clocksApartMs;
  let { oldUpto } = claimed;
  /** It was there before the mailbox was read for the first time, and has a new number since. */
  const isOld = ({ receivedAt, uid }: InboundMail): boolean =>
    config.from === 'now' && uid <= (oldUpto ?? 0) && receivedAt.getTime() < since;
  let looks = 0;
  return {
    async position() {
      // Asked before each look: the one before succeeded.
      looks += 1;
      if (looks === 2) await noteMailbox(db, { ...place, now: await clock.now(), seen: true });
      return position;
    },
    anchored: (now) => moveTo(now, { seen: true, anchored: true }),
    async renumbered(now, upto) {
      await moveTo(now, { seen: true, oldUpto: upto });
      oldUpto = upto;
    },
    async take(mail, to) {
      if (isOld(mail)) {
        await moveTo(to, {});
        alive();
        return 'taken';
      }
      const attributes = { [attributeKeys.agentId]: agentId, [attributeKeys.inlet]: 'mail' };
      const answer = await withSpan(spanNames.inletTake, { attributes, begins: true }, () =>
        takeMail(deps, { agentId, claimed, config }, mail),
      );
      alive();
      if (answer === 'later') return 'later';
      taken.count += 1;
      position = to;
      return 'taken';
    },
  };
}

async function takeMail(
  deps: Deps,
  { agentId, claimed, config }: Reading,
  mail: InboundMail,
): Promise<'later' | 'taken'> {
  const { approvalMs, clock, db, fault, log, metrics, queues } = deps;
  await fault('pulse.mail-read');
  const message = {
    ...messageOf(mail, config, { agentId, fence: claimed.fence }),
    traceparent: currentTraceparent(),
  };
  const result = await takeInMessage({ db, now: await clock.now(), approvalMs }, message);
  await fault('pulse.mail-taken');
  if (result.status === 'lost') throw leaseLost(config);
  if (result.status === 'duplicate') return 'taken';
  if (result.status !== 'taken') {
    const { status } = result;
    log.warn(
      { mailbox: config.name, uid: mail.uid, status },
      'a mail waits in its mailbox: too many tasks are open',
    );
    return 'later';
  }
  const { authorisation, inboundId, reason, taskId, turn } = result;
  annotateSpan({ [attributeKeys.taskId]: taskId ?? undefined, [attributeKeys.turnId]: turn?.turnId });
  metrics.inbound.inc({ inlet: 'mail', authorisation, reason });
  log.info({ mailbox: config.name, agentId, inboundId, taskId, authorisation, reason }, 'a mail came in');
  if (turn !== null) await wake({ log, metrics, queues }, { agentId, ...turn });
  else if (authorisation === 'allow') hint({ log, queues }, taskSignal, taskId ?? '');
  return 'taken';
}

async function noteFailure(deps: Deps, { agentId, claimed, config }: Reading, error: unknown): Promise<void> {
  const { clock, db, log, metrics } = deps;
  const now = await clock.now();
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  const asked = isSalienceError(error) ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(asked, Math.min(pauseMsMax, pauseMs * 2 ** Math.min(claimed.failures, 10)));
  metrics.adapterErrors.inc({ inlet: 'mail', code });
  log.warn({ mailbox: config.name, code, error: errorMessage(error), waitMs }, 'a mailbox cannot be read');
  const report = {
    adapter: `mail:${config.name}`,
    code,
    error: errorMessage(error),
    failures: claimed.failures + 1,
    waitMs,
  };
  const noted = await noteMailbox(db, {
    agentId,
    name: config.name,
    fence: claimed.fence,
    now,
    error: code,
    retryAt: new Date(now.getTime() + waitMs),
    release: true,
  });
  // Each of a long outage would be a row: the first ones tell it, and then one in ten.
  if (noted && (claimed.failures < 3 || claimed.failures % 10 === 0))
    await notePulseEvent(db, { agentId, kind: 'adapter_error', at: now, report });
}

function leaseLost({ name }: MailboxConfig): SalienceError {
  return new SalienceError('mail.lease-lost', `Another process reads mailbox ${name} now.`, {
    kind: 'terminal',
  });
}
