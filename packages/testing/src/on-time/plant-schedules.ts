import { createSchedule, type NewSchedule, type ScheduleRow } from '@salience/database/skills';
import { readTimes } from '@salience/schedules';
import { plantsIn } from '../database/plant.ts';
import type { TestDatabase } from '../database/test-database.ts';

type Made = Pick<NewSchedule, 'dueAt' | 'firstWall' | 'kind' | 'rule' | 'speaker' | 'text' | 'zone'>;

const zones = [
  'Europe/Berlin',
  'Europe/Lisbon',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'UTC',
];

/** Of each kind its share in twenty, and its rule; null: once. */
const kinds: readonly (readonly [share: number, rule: string | null])[] = [
  [4, null],
  [7, 'FREQ=DAILY'],
  [4, 'FREQ=WEEKLY'],
  [2, 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  [1, 'FREQ=WEEKLY;BYDAY=MO,WE,SU'],
  [1, 'FREQ=HOURLY;INTERVAL=3'],
  [1, 'FREQ=HOURLY'],
];

/** Wall times of a day; half of them in the hours in which clocks are put. */
const hours = [
  '01:30',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '00:10',
  '07:45',
  '09:00',
  '12:00',
  '18:20',
  '23:59',
];

/** Plants `count` schedules of every kind in 25 threads; they begin behind `from`. */
export async function plantSchedules(
  database: TestDatabase,
  count: number,
  from: Date,
): Promise<ScheduleRow[]> {
  const plants = await plantsIn(database, from);
  const threads = await Promise.all(Array.from({ length: 25 }, () => plants.thread()));
  const consumer = database.connect('salience_consumer');
  const planted: ScheduleRow[] = [];
  for (const [n, times] of madeSchedules(count, from).entries()) {
    const whose = { agentId: plants.agentId, thread: threads[n % threads.length], caller: 'test' };
    const row = await createSchedule(consumer, {
      ...times,
      ...whose,
      source: 'test',
      trust: 'user',
      now: from,
    });
    planted.push(row as ScheduleRow);
  }
  return planted;
}

/** `count` schedules of every kind in many zones, that begin within a day behind `from`. The same for the same arguments. */
function madeSchedules(count: number, from: Date): Made[] {
  const rules = kinds.flatMap(([share, rule]) => Array.from({ length: share }, () => rule));
  return Array.from({ length: count }, (_, n) => {
    const zone = zones[n % zones.length] as string;
    const rule = rules[(n * 7) % rules.length] as string | null;
    const day = new Date(from.getTime() + (rule === null ? 1 + (n % 6) : 1) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const startsAt = `${day}T${hours[n % hours.length] as string}`;
    const times = readTimes({ startsAt, ...(rule === null ? {} : { rule }) }, zone, from.getTime());
    return {
      dueAt: new Date(times.dueAt),
      firstWall: times.first,
      rule,
      zone,
      kind: n % 5 === 0 ? 'prompt' : 'reminder',
      speaker: n % 3 === 0 ? 'Ana' : null,
      text: `schedule ${n}`,
    };
  });
}
