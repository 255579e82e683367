import { isLate } from '@salience/contracts';
import type { ClaimedDelivery } from '@salience/database/channels';
import { localTime, localZone, offsetTime } from '@salience/language';

/** A code that goes along with a delivery. */
export interface SentCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** What is said over a channel: to a program, and to a person. */
export interface Message {
  /** The same at each attempt, but for a code: the latest counts, so each attempt is a message of its own. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  readonly subject: string;
  readonly text: string;
}

/** Makes the message of a delivery. `zone`: the installation's, for people and agents without one. */
export function messageOf(delivery: ClaimedDelivery, code: SentCode | undefined, zone: string): Message {
  const { agent, attempt, channelId, createdAt, id, kind, notice } = delivery;
  const place = localZone(delivery.zone ?? zone);
  const common = {
    id,
    agent,
    person: delivery.person,
    at: offsetTime(Date.parse(createdAt), place),
    zone: place,
  };
  const timestamp = new Date(createdAt).toISOString();
  if (code !== undefined)
    return {
      id: `${id}.${attempt}`,
      body: JSON.stringify({
        type: 'code',
        timestamp,
        data: { ...common, channel_id: channelId, code: code.code, expires_at: code.expiresAt.toISOString() },
      }),
      subject: `${agent}: confirm this address`,
      text:
        `Somebody wants the agent "${agent}" to write to this address. If it was you, answer with the code ${code.code}:\n\n` +
        `    ./salience channel confirm ${channelId} ${code.code}\n\n` +
        `It is good until ${localTime(code.expiresAt.toISOString(), place)}. If it was not you, do nothing: nothing more comes.\n`,
    };
  if (notice === null)
    return {
      id,
      body: JSON.stringify({ type: kind, timestamp, data: { ...common, channel_id: channelId } }),
      subject: `${agent}: a test`,
      text: `This is a test of a channel of the agent "${agent}". It works.\n`,
    };
  const answered = notice.reply !== null;
  const text = notice.reply ?? notice.said;
  const lateMs = notice.dueAt === null ? null : Math.max(0, Date.parse(createdAt) - Date.parse(notice.dueAt));
  return {
    id,
    body: JSON.stringify({
      type: 'notice',
      timestamp,
      data: {
        ...common,
        thread_id: notice.threadId,
        turn_id: notice.turnId,
        source: notice.source,
        outcome: answered ? 'answered' : 'failed',
        text,
        due_at: notice.dueAt === null ? null : new Date(notice.dueAt).toISOString(),
        late_ms: lateMs,
      },
    }),
    subject: `${agent}: ${text.slice(0, 200)}`,
    text: `${answered ? '' : 'This came due, and could not be answered:\n\n'}${text}\n\n-- \n${footer(delivery, notice, place)}\n`,
  };
}

/** Which agent, what began it, and for a time that was named: when. */
function footer(
  { agent, createdAt }: ClaimedDelivery,
  { dueAt, source }: NonNullable<ClaimedDelivery['notice']>,
  zone: string,
): string {
  if (dueAt === null) return `${agent}, ${source}`;
  const told = Date.parse(createdAt);
  const late = isLate(dueAt, told) ? `, ${Math.floor((told - Date.parse(dueAt)) / 60_000)} minutes late` : '';
  return `${agent}, ${source}, due ${localTime(dueAt, zone)}${late}`;
}
