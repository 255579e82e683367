import type { Shapes } from '../../../api/routes.gen.ts';
import { useList } from '../../../api/use-get.ts';
import { Go } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { VirtualList } from '../../../parts/virtual-list.tsx';
import { stateTones } from './fate-words.ts';

/** Every schedule, soonest first. */
export function ScheduleList() {
  const list = useList('/schedules', { query: { limit: 100 } }, { live: ['schedule'] });
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  return (
    <Loaded query={{ ...list, data: list.items }} lines={8}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="Nothing is scheduled">
            Say “remind me tomorrow at nine” in Talk, or make a schedule here.
          </Empty>
        ) : (
          <VirtualList
            label="Schedules"
            className="schedules-list"
            items={items}
            itemKey={({ schedule_id: id }) => id}
            height={54}
            onEnd={more}
            render={(one) => <Row schedule={one} />}
          />
        )
      }
    </Loaded>
  );
}

function Row({ schedule }: { schedule: Shapes['Schedule'] }) {
  const { due_at: due, kind, rule_in_words: rule, schedule_id: id, state, text } = schedule;
  return (
    <Go to={`/world/schedules/${id}`} className="schedules-row">
      <span className="schedules-what">
        <Words text={text} />
        <span className="soft">
          {kind === 'prompt' ? 'The agent carries it out' : 'Reminder'}
          {rule === null ? ', once' : `, ${rule}`}
        </span>
      </span>
      <Badge tone={stateTones[state]}>{state}</Badge>
      <span className="soft schedules-due">
        <Time at={due} as="day" />
      </span>
    </Go>
  );
}
