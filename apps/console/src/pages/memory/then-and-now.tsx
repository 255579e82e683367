import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Select } from '../../parts/field.tsx';
import { Slider } from '../../parts/slider.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { MemoryPage } from './page.tsx';
import { Statements } from './statements.tsx';
import { useSettled } from './use-settled.ts';
import { subjectWords } from './subject-words.ts';

type Validity = {
  items: Shapes['MemoryStatement'][];
  next: string | null;
  subjects: { subject: string; statements: number; ended: number }[];
};

const dayMs = 86_400_000;
const shownMax = 200;

/** What was true when: statements of somebody or something, and a slider over the time in which they held. */
export function Page() {
  const [chosen, choose] = useSearchValue('subject');
  const all = useGet('/memory/validity', { query: { limit: 1 } }, { live: ['memory'] });
  return (
    <Loaded query={all}>
      {({ subjects }) => {
        const own = subjects.find((one) => one.subject === 'user');
        const subject = chosen ?? (own ?? subjects[0])?.subject;
        if (subject === undefined) return <NoStatement />;
        const known = subjects.some((one) => one.subject === subject);
        const options = (known ? subjects : [{ subject, statements: 0, ended: 0 }, ...subjects]).map(
          (one) => ({
            value: one.subject,
            label: `${subjectWords(one.subject)} (${one.statements}${one.ended > 0 ? `, ${one.ended} ended` : ''})`,
          }),
        );
        return (
          <MemoryPage controls={<Select label="Of" value={subject} options={options} onChange={choose} />}>
            <OfSubject key={subject} subject={subject} />
          </MemoryPage>
        );
      }}
    </Loaded>
  );
}

function NoStatement() {
  return (
    <Empty title="No statement yet" action={<Go to="/talk">Go to Talk</Go>}>
      Say where somebody lives, what they like, or who they are. When it changes, both stand here with their
      time.
    </Empty>
  );
}

function OfSubject({ subject }: { subject: string }) {
  const query = useGet('/memory/validity', { query: { subject, limit: shownMax } }, { live: ['memory'] });
  return <Loaded query={query}>{(data) => <Sliding subject={subject} data={data as Validity} />}</Loaded>;
}

/** The first and the last day on which something began or ended, and today. */
function rangeOf(items: Validity['items'], now: number): readonly [number, number] {
  const times = items.flatMap(({ valid_from, valid_to }) => [
    Date.parse(valid_from),
    valid_to === null ? now : Date.parse(valid_to),
  ]);
  return [Math.floor(Math.min(now, ...times) / dayMs), Math.ceil(Math.max(now, ...times) / dayMs)];
}

function Sliding({ subject, data }: { subject: string; data: Validity }) {
  const [now] = useState(() => Date.now());
  const [first, last] = rangeOf(data.items, now);
  const [moved, move] = useState<number>();
  const at = moved ?? last;
  const [asked, ask] = useState<number>();
  useSettled(String(moved ?? ''), (day) => ask(day === '' || data.next === null ? undefined : Number(day)));
  // More than are shown: what held then is asked for.
  const then = useGet(
    '/memory/validity',
    { query: { subject, limit: shownMax, at: new Date((asked ?? 0) * dayMs).toISOString() } },
    { enabled: asked !== undefined, live: ['memory'] },
  );
  const items =
    asked === undefined || then.data === undefined ? data.items : (then.data.items as Validity['items']);
  if (data.items.length === 0) return <Empty title="Nothing is said of this">Choose another subject.</Empty>;
  return (
    <>
      <Slider
        label="What held on"
        value={at}
        min={first}
        max={Math.max(last, first + 1)}
        words={(day) =>
          day >= last
            ? 'today'
            : new Date(day * dayMs).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' })
        }
        onChange={move}
      />
      {data.next !== null && (
        <p className="soft">
          There are more than {shownMax} statements: for each day those that held then are shown.
        </p>
      )}
      <Statements
        items={items}
        at={Math.min(at * dayMs, moved === undefined ? now : at * dayMs)}
        from={first * dayMs}
        to={last * dayMs}
        now={at >= last}
      />
    </>
  );
}
