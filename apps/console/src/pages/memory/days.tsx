import { useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { classes } from '../../parts/class-names.ts';
import { Empty } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { ItemList, PagedList } from './item-list.tsx';
import { countWords } from './kind-words.ts';
import { MemoryPage } from './page.tsx';

type Day = Shapes['MemoryDay'];

/** The days on which something was remembered, and what was remembered on one of them. */
export function Page() {
  const list = useList('/memory/days', { query: { limit: 60 } }, { live: ['memory'] });
  const [chosen, choose] = useSearchValue('day');
  const day = list.items?.find((one) => one.day === chosen) ?? list.items?.[0];
  if (list.items?.length === 0)
    return (
      <MemoryPage>
        <Empty title="No day yet" action={<Go to="/talk">Go to Talk</Go>}>
          Each day on which something is said stands here, with what was most of it.
        </Empty>
      </MemoryPage>
    );
  return (
    <MemoryPage>
      <div className="memory-columns days">
        <PagedList
          label="Days, the latest first"
          list={list}
          itemKey={(one) => one.day}
          height={86}
          render={(one) => (
            <DayRow day={one} chosen={one.day === day?.day} onChoose={() => choose(one.day)} />
          )}
          empty={null}
        />
        {day !== undefined && <OneDay key={day.day} day={day} />}
      </div>
    </MemoryPage>
  );
}

/** The day in the words of who reads it. */
function dayWords({ day }: Day): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' });
}

function DayRow({ day, chosen, onChoose }: { day: Day; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      className={classes('memory-day', chosen && 'chosen')}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <b>{dayWords(day)}</b>
      <small className="soft">{countWords(day.counts)}</small>
      {day.summary !== null && <Words className="memory-summary" text={day.summary.text} />}
    </button>
  );
}

function OneDay({ day }: { day: Day }) {
  const list = useList(
    '/memory/items',
    { query: { from: day.from, to: day.to, kind: Object.keys(day.counts).join(',') } },
    { live: ['memory'] },
  );
  return (
    <section aria-label={dayWords(day)}>
      <h2>{dayWords(day)}</h2>
      <ItemList
        label={`What was remembered on ${dayWords(day)}`}
        list={list}
        empty={<Empty title="Nothing is left of this day">It was forgotten meanwhile.</Empty>}
      />
    </section>
  );
}
