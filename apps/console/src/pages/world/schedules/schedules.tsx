import { useState } from 'react';
import { useSearchValue } from '../../../app/navigation.tsx';
import { Button } from '../../../parts/button.tsx';
import { ScheduleCalendar } from './calendar.tsx';
import { ScheduleList } from './list.tsx';
import { NewSchedule } from './new-schedule.tsx';

/** What comes back at its time: as a calendar with what became of each time, or as a list. */
export function Page() {
  const [shown, setShown] = useSearchValue('as');
  const [making, setMaking] = useState(false);
  const list = shown === 'list';
  return (
    <div className="schedules">
      <div className="schedules-head">
        <Button pressed={!list} onClick={() => setShown(undefined)}>
          Calendar
        </Button>
        <Button pressed={list} onClick={() => setShown('list')}>
          List
        </Button>
        <span className="space" />
        <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
          New schedule
        </Button>
      </div>
      {list ? <ScheduleList /> : <ScheduleCalendar />}
      <NewSchedule open={making} onClose={() => setMaking(false)} />
    </div>
  );
}
