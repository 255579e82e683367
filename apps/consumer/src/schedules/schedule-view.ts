import type { ScheduleView } from '@salience/contracts';
import type { CalendarSchedule } from '@salience/database/skills';
import { ruleInWords } from '@salience/schedules';

/** A schedule as the API shows it, without its next times. */
export function scheduleHead(row: CalendarSchedule): Omit<ScheduleView, 'next'> {
  return {
    schedule_id: row.id,
    thread_id: row.threadId,
    kind: row.kind,
    text: row.text,
    speaker: row.speaker,
    state: row.state,
    time_zone: row.zone,
    starts_at: row.firstWall,
    rule: row.rule,
    rule_in_words: ruleInWords(row.rule, row.firstWall),
    due_at: row.dueAt.toISOString(),
  };
}
