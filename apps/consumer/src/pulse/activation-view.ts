import type { ActivationView, KeptEvent, SignalEvent } from '@salience/contracts';
import type { ActivationRow } from '@salience/database/signals';
import { escalationReasonWords } from './reason-words.ts';

/** An event without its facts. */
export function keptEvent({ delta_type, location, source, timestamp }: SignalEvent): KeptEvent {
  return { source, location, delta_type, at: new Date(timestamp * 1_000).toISOString() };
}

/** An activation as lists show it. */
export function activationView(row: ActivationRow): ActivationView {
  const latest = row.latest.at(-1);
  return {
    activation_id: row.id,
    cluster: row.cluster,
    module: row.module,
    candidates: [...row.candidates],
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    why:
      row.state === 'dropped'
        ? 'Its module was removed or paused before it was due.'
        : escalationReasonWords(row),
    score: row.score,
    threshold: row.threshold,
    version: row.version,
    count: row.count,
    latest: latest === undefined ? null : keptEvent(latest),
    question: row.question,
    turn_id: row.turnId,
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    asked_at: iso(row.askedAt),
    heard_at: iso(row.heardAt),
    label: row.label,
    choice: row.choice,
    labelled_by: row.labelledBy,
    labelled_at: iso(row.labelledAt),
  };
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
