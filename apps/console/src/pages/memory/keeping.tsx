import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useList } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Select, TextInput } from '../../parts/field.tsx';
import { Empty } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import type { ForgetWish } from './forget.ts';
import { AskForget } from './ask-forget.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import { PagedList } from './item-list.tsx';
import { countWords } from './kind-words.ts';
import { MemoryPage } from './page.tsx';

/** Takes memory out and in, forgets, and tells what was forgotten. */
export function Page() {
  const { known } = useVisitor();
  return (
    <MemoryPage flows>
      {known ? (
        <div className="memory-cards">
          <ExportCard />
          <ImportCard />
          <ForgetCard />
        </div>
      ) : (
        <Empty title="To export, import or forget, sign in" action={<Go to="/sign-in">Sign in</Go>}>
          This is for the person of this machine, or whoever holds a key of the agent.
        </Empty>
      )}
      <Forgotten />
    </MemoryPage>
  );
}

type Scope = Exclude<ForgetWish['scope'], 'item' | 'period'> | 'period';

const scopes: readonly {
  readonly value: Scope;
  readonly label: string;
  readonly target: string;
  readonly hint: string;
}[] = [
  {
    value: 'person',
    label: 'A person',
    target: 'Who',
    hint: 'A name (“Ana”), or what somebody is to you (“my sister”)',
  },
  {
    value: 'statement',
    label: 'A statement or a matter',
    target: 'What',
    hint: 'What was said (“I live in Lisbon”), or a matter (“my salary”)',
  },
  { value: 'thread', label: 'A thread', target: 'Which', hint: 'Its key or id' },
  { value: 'source', label: 'A source', target: 'Which', hint: 'The name that its messages came with' },
  { value: 'period', label: 'A time', target: 'From', hint: 'The first day that is forgotten' },
];

function ForgetCard() {
  const [scope, setScope] = useState<Scope>('person');
  const [target, setTarget] = useState('');
  const [until, setUntil] = useState('');
  const [wish, setWish] = useState<ForgetWish>();
  const chosen = scopes.find(({ value }) => value === scope);
  const isPeriod = scope === 'period';
  const words = isPeriod ? `${target} to ${until}` : target.trim();
  const ready = isPeriod ? target !== '' && until >= target : target.trim() !== '';
  return (
    <Card title="Forget">
      <form
        className="memory-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) setWish({ scope, target: isPeriod ? periodOf(target, until) : words });
        }}
      >
        <Select
          label="What kind"
          value={scope}
          options={scopes}
          onChange={(next) => {
            setScope(next);
            setTarget('');
          }}
        />
        <TextInput
          label={chosen?.target ?? 'What'}
          hint={chosen?.hint ?? ''}
          type={isPeriod ? 'date' : 'text'}
          value={target}
          onChange={setTarget}
        />
        {isPeriod && (
          <TextInput
            label="To"
            hint="The last day that is forgotten"
            type="date"
            value={until}
            onChange={setUntil}
          />
        )}
        <Button type="submit" kind="danger" disabled={!ready}>
          Show what would go
        </Button>
      </form>
      {wish !== undefined && (
        <AskForget
          wish={wish}
          what={words}
          typed={isPeriod ? 'forget' : words}
          onClose={() => setWish(undefined)}
          onForgotten={() => setTarget('')}
        />
      )}
    </Card>
  );
}

/** Whole days of who asks, as two instants. */
function periodOf(from: string, until: string): string {
  const end = new Date(`${until}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return `${new Date(`${from}T00:00:00`).toISOString()}/${end.toISOString()}`;
}

function Forgotten() {
  const list = useList('/memory/forgets', {}, { live: ['memory'] });
  return (
    <Card title="What was forgotten">
      <PagedList
        label="What was forgotten, the latest first"
        list={list}
        itemKey={({ forget_id }) => forget_id}
        height={64}
        render={(one) => <ForgottenRow one={one} />}
        empty={
          <Empty title="Nothing was forgotten">
            What is forgotten stands here by its time and who asked, never by its words.
          </Empty>
        }
      />
    </Card>
  );
}

const stateWords = {
  pending: 'begins soon',
  deleting: 'goes on',
  watching: 'all gone',
  done: 'all gone',
} as const;

function ForgottenRow({ one }: { one: Shapes['ListedForgetting'] }) {
  const gone = one.gone_at !== null;
  return (
    <article className="memory-row">
      <span>{countWords(one.counts) || 'nothing'}</span>
      <div className="memory-row-head soft">
        <Badge tone={gone ? 'good' : 'warn'}>{stateWords[one.state]}</Badge>
        <Badge>{one.scope}</Badge>
        <Time at={one.requested_at} as="day" />
        <span>
          at the request of <Words text={one.requested_by} />, because: {one.reason}
        </span>
      </div>
    </article>
  );
}
