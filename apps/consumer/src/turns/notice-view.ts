import type { NoticeView } from '@salience/contracts';
import type { ToldNotice } from '@salience/database/notices';
import { isoInstant } from './iso-instant.ts';
import { turnView } from './turn-view.ts';

/** A notice as the API shows it. */
export function noticeView({ notice, turn }: ToldNotice): NoticeView {
  return {
    ...turnView(turn),
    notice: {
      thread_key: notice.threadKey,
      person_id: notice.personId,
      due_at: isoInstant(notice.dueAt),
      created_at: isoInstant(notice.createdAt),
      seen_at: instantOrNull(notice.seenAt),
      settled_at: instantOrNull(notice.settledAt),
      settled_as: notice.settledAs,
      reason: notice.reason,
      deliveries: notice.deliveries.map(({ channelId, error, kind, settledAt, state }) => ({
        channel_id: channelId,
        kind,
        state,
        error,
        settled_at: instantOrNull(settledAt),
      })),
    },
  };
}

function instantOrNull(at: string | null): string | null {
  return at === null ? null : isoInstant(at);
}
