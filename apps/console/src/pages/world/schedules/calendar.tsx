import { useState } from 'react';
import type { AnswerOf } from '../../../api/client.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useSearchValue } from '../../../app/navigation.tsx';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Calendar } from '../../../parts/calendar.tsx';
import { addDays, dayOf, monthOf, weekOf } from '../../../parts/calendar-days.ts';
import { classes } from '../../../parts/class-names.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { TextBlock, Words } from '../../../parts/text-block.tsx';
import { TurnLink } from '../turn.tsx';
import { clockOf, fateTones, fateWords } from './fate-words.ts';

type Answer = AnswerOf<'GET /schedules/calendar'>;
type Item = Answer['items'][number];
type Crowded = Answer['crowded'][number];
type Schedules = ReadonlyMap<string, Answer['schedules'][number]>;

/** Zones lie up to fourteen hours from UTC. */
const zoneMs = 14 * 3_600_000;

/** A month or a week of all schedules, on the clock of the person, each time with what became of it. */
export function ScheduleCalendar() {
  const [named, setDay] = useSearchValue('day');
  const [shown, setView] = useSearchValue('view');
  const [open, setOpen] = useState<Item>();
  const here = dayOf(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const day = named !== undefined && /^\d{4}-\d\d-\d\d$/.test(named) ? named : here;
  const view = shown === 'week' ? 'week' : 'month';
  const days = view === 'month' ? monthOf(day).flat() : weekOf(day);
  const query = {
    from: new Date(Date.parse(days[0] ?? day) - zoneMs).toISOString(),
    to: new Date(Date.parse(addDays(days.at(-1) ?? day, 1)) + zoneMs).toISOString(),
  };
  const calendar = useGet('/schedules/calendar', { query }, { live: ['schedule'] });
  return (
    <Loaded query={calendar} lines={14}>
      {(answer) => {
        const schedules: Schedules = new Map(answer.schedules.map((one) => [one.schedule_id, one]));
        const items = Map.groupBy(answer.items, ({ local }) => local.slice(0, 10));
        const crowded = Map.groupBy(answer.crowded, (one) => one.day);
        return (
          <>
            <Calendar
              label={`Schedules, on the clock of ${answer.time_zone}`}
              day={day}
              onDay={setDay}
              view={view}
              onView={setView}
              today={dayOf(answer.now, answer.time_zone)}
              render={(one) => (
                <Times
                  items={items.get(one) ?? []}
                  crowded={crowded.get(one) ?? []}
                  schedules={schedules}
                  onOpen={setOpen}
                />
              )}
            />
            <Notes answer={answer} />
            <Dialog title="What becomes of it" open={open !== undefined} onClose={() => setOpen(undefined)}>
              {open !== undefined && (
                <Occurrence item={open} schedule={schedules.get(open.schedule_id)} zone={answer.time_zone} />
              )}
            </Dialog>
          </>
        );
      }}
    </Loaded>
  );
}

interface TimesProps {
  readonly items: readonly Item[];
  readonly crowded: readonly Crowded[];
  readonly schedules: Schedules;
  readonly onOpen: (item: Item) => void;
}

function Times({ items, crowded, schedules, onOpen }: TimesProps) {
  if (items.length === 0 && crowded.length === 0) return null;
  return (
    <ul className="schedules-times">
      {items.map((item) => (
        <li key={`${item.schedule_id} ${item.at}`}>
          <button
            type="button"
            className={classes('schedules-time', fateTones[item.fate], item.fate === 'will-skip' && 'skips')}
            title={`${fateWords[item.fate]}: ${item.why}`}
            onClick={() => onOpen(item)}
          >
            <b>{clockOf(item.local)}</b> <Words text={schedules.get(item.schedule_id)?.text ?? ''} />
            <span className="hidden-words">, {fateWords[item.fate]}</span>
          </button>
        </li>
      ))}
      {crowded.map((one) => (
        <li key={one.schedule_id}>
          <Go to={`/world/schedules/${one.schedule_id}`} className={classes('schedules-time', toneOf(one))}>
            <b>{Object.values(one.fates).reduce((sum, count) => sum + count, 0)}×</b>{' '}
            <Words text={schedules.get(one.schedule_id)?.text ?? ''} />
            <span className="hidden-words">
              {Object.entries(one.fates).map(
                ([fate, count]) => `, ${count} ${fateWords[fate as Item['fate']]}`,
              )}
            </span>
          </Go>
        </li>
      ))}
    </ul>
  );
}

/** The tone of what happens most on a day. */
function toneOf({ fates }: Crowded): Tone {
  const [most] = (Object.entries(fates) as [Item['fate'], number][]).toSorted(([, a], [, b]) => b - a);
  return most === undefined ? 'soft' : fateTones[most[0]];
}

function Notes({
  answer: { items, crowded, left_off: leftOff, schedules, time_zone: zone },
}: {
  answer: Answer;
}) {
  const cut = schedules.filter((one) => one.shown_from !== null || one.shown_until !== null);
  return (
    <div className="schedules-notes soft">
      <span>Times are on the clock of {zone}.</span>
      <span className="dot good">ran</span>
      <span className="dot warn">skipped, or caught up</span>
      <span className="dot accent">to come</span>
      <span className="dot">paused or cancelled</span>
      {items.length + crowded.length === 0 && <span>Nothing comes in this time.</span>}
      {cut.map((one) => (
        <span key={one.schedule_id}>
          “<Words text={one.text} />” comes too often for all of its times to be shown.
        </span>
      ))}
      {leftOff && <span>There are more schedules than are shown.</span>}
    </div>
  );
}

/** One time of a schedule, and why it ran or did not. */
function Occurrence({
  item,
  schedule,
  zone,
}: {
  item: Item;
  schedule: Answer['schedules'][number] | undefined;
  zone: string;
}) {
  return (
    <div className="stack">
      {schedule !== undefined && <TextBlock text={schedule.text} />}
      <div className="row">
        <Badge tone={fateTones[item.fate]}>{fateWords[item.fate]}</Badge>
        <span>{item.why}</span>
      </div>
      <KeyValues
        pairs={[
          ['When', `${item.local.slice(0, 10)} ${clockOf(item.local)} (${zone})`],
          ['Comes', schedule?.rule_in_words ?? 'once'],
          ...(item.turn_id === null ? [] : [['Began', <TurnLink key="turn" turn={item.turn_id} />] as const]),
        ]}
      />
      <Go to={`/world/schedules/${item.schedule_id}`}>The schedule: pause it, run it now, end it</Go>
    </div>
  );
}
