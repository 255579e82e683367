import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import { addDays, addMonths, type Day, monthOf, weekOf } from './calendar-days.ts';

/** A month or a week of days. */
export interface CalendarProps {
  readonly label: string;
  /** The day around which it is shown, and how to show another one. */
  readonly day: Day;
  readonly onDay: (day: Day) => void;
  readonly view: 'month' | 'week';
  readonly onView: (view: 'month' | 'week') => void;
  readonly today: Day;
  /** What stands in a day. */
  readonly render: (day: Day) => ReactNode;
}

const words = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Date(day).toLocaleDateString(undefined, { timeZone: 'UTC', ...options });

/** Days as a table of weeks; a list of days on a phone. */
export function Calendar({ label, day, onDay, view, onView, today, render }: CalendarProps) {
  const weeks = view === 'month' ? monthOf(day) : [weekOf(day)];
  const move = (by: number) => onDay(view === 'month' ? addMonths(day, by) : addDays(day, 7 * by));
  const month = day.slice(0, 7);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <Button kind="quiet" icon="back" label={`Earlier ${view}`} onClick={() => move(-1)} />
        <h2 aria-live="polite">{words(day, { month: 'long', year: 'numeric' })}</h2>
        <span className="turned">
          <Button kind="quiet" icon="back" label={`Later ${view}`} onClick={() => move(1)} />
        </span>
        <Button onClick={() => onDay(today)}>Today</Button>
        <span className="space" />
        <Button pressed={view === 'month'} onClick={() => onView('month')}>
          Month
        </Button>
        <Button pressed={view === 'week'} onClick={() => onView('week')}>
          Week
        </Button>
      </div>
      <table className={classes('calendar-days', view)} aria-label={label}>
        <thead>
          <tr>
            {weekOf(day).map((one) => (
              <th key={one} scope="col">
                {words(one, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td
                  key={one}
                  className={classes(
                    one === today && 'today',
                    view === 'month' && one.slice(0, 7) !== month && 'other',
                  )}
                >
                  <span className="calendar-date">
                    <span className="weekday">{words(one, { weekday: 'short' })} </span>
                    {words(one, { day: 'numeric' })}
                    {one === today && <span className="hidden-words">, today</span>}
                  </span>
                  {render(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
