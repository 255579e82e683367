import type { ActionClass, AgentId, Authority, Evidence, Plan } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { senderOf, takeIn, type TakenIn } from '@salience/database/inlets';
import { openTasksMax, singlePlan } from '@salience/tasks';
import { grantOf } from '@salience/trust';
import { judge } from './judge.ts';
import { reviewOf } from './review-of.ts';

/** A message as an inlet brings it. */
export interface InletMessage {
  readonly agentId: AgentId;
  readonly kind: 'hook' | 'mail';
  /** `mail:<mailbox>` or `hook:<id>`. */
  readonly source: string;
  readonly externalId: string;
  /** What a replay has in common with it, of one that proved its sender; null where nothing tells. */
  readonly replayKey: string | null;
  /** What the same message under another replay key has in common with it; null where nothing tells. */
  readonly sentKey: string | null;
  readonly contentHash: string;
  /** The sender as the inlet knows them: an address, or the name of the hook. */
  readonly sender: string;
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string | null;
  readonly evidence: Evidence;
  readonly isListed: boolean;
  readonly ceiling?: Authority;
  readonly actionClass: ActionClass;
  readonly claimedClass?: unknown;
  /** What is done with it; null: one step, which does what it says. */
  readonly plan: Plan | null;
  /** Messages that the inlet takes from its sender in so many seconds; `refuse`: who comes beyond is told to come again. */
  readonly rate: { readonly max: number; readonly seconds: number; readonly refuse: boolean };
  /** It is turned away whatever else holds, for this reason. */
  readonly unfit?: string | undefined;
  readonly mailbox?: {
    readonly name: string;
    readonly fence: number;
    readonly uidValidity: number;
    readonly uid: number;
  };
  readonly traceparent?: string | undefined;
}

/** What taking in needs. */
export interface IntakePorts {
  readonly db: Database;
  /** Business time. */
  readonly now: Date;
  /** How long a person has to answer, in milliseconds. */
  readonly approvalMs: number;
}

const titleMax = 200;
const defaultPlan = singlePlan(
  'Do what this message asks for, as far as you may. Say what you did, and what you did not do.',
);

/**
 * Takes in a message: judges its sender and what they may ask for, and commits the row that tells it from every other with its task, and the request to
 * a person where one is to look first (laws 2, 4 and 10). Rejects only where the store does not answer.
 */
export async function takeInMessage(
  { approvalMs, db, now }: IntakePorts,
  message: InletMessage,
): Promise<TakenIn> {
  const { agentId, kind, sender, source } = message;
  const known = await senderOf(db, { agentId, source, sender, now });
  const judged = judge({
    evidence: message.evidence,
    known,
    isListed: message.isListed,
    ceiling: message.ceiling,
    configured: message.actionClass,
    claimed: message.claimedClass,
  });
  const says = message.unfit === undefined ? judged.authorisation : 'reject';
  const reason = message.unfit ?? judged.reason;
  const fromName = known.person === null ? message.fromName : `${known.person} (${sender})`;
  const subject = oneLine(message.subject);
  const title =
    (subject === '' ? oneLine(message.text) : subject).slice(0, titleMax).toWellFormed() || 'A message';
  const reviewed = { fromName, subject: title, text: message.text };
  const proven = judged.authority !== 'unknown' && judged.authority !== 'owner_claimed';
  return await takeIn(db, {
    agentId,
    now,
    inbound: {
      source,
      externalId: message.externalId,
      replayKey: proven ? message.replayKey : null,
      sentKey: proven ? message.sentKey : null,
      contentHash: message.contentHash,
      sender,
      subject,
      evidence: judged.evidence,
      authority: judged.authority,
      actionClass: judged.actionClass,
      authorisation: says,
      reason,
      messageId: message.messageId,
    },
    task: {
      id: newId('task', now.getTime()),
      source: kind,
      title,
      text: message.text,
      fromName,
      trust: judged.trust,
      grant: grantOf(
        judged.authority,
        judged.authority === 'approved_session' ? { until: known.sessionUntil } : {},
      ),
      plan: message.plan ?? defaultPlan,
      zone: known.zone,
      traceparent: message.traceparent,
    },
    review: says === 'review' ? reviewOf(reviewed, judged, { now, waitMs: approvalMs }) : undefined,
    rate: {
      ...message.rate,
      max: (kind === 'mail' ? numberIn(known.settings, 'perSender') : undefined) ?? message.rate.max,
    },
    openMax: numberIn(known.settings, 'openMax') ?? openTasksMax,
    ...(message.mailbox === undefined ? {} : { mailbox: message.mailbox }),
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function numberIn(settings: Readonly<Record<string, unknown>> | null, name: string): number | undefined {
  const value = settings?.[name];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
