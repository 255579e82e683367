import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useList } from '../../api/use-get.ts';
import { useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';

type Entry = Shapes['AuditEntry'];

/** What operators did, latest first, by who, what, to what and when. */
export function Page() {
  const [actor, setActor] = useSearchValue('actor');
  const [action, setAction] = useSearchValue('action');
  const [target, setTarget] = useSearchValue('target');
  const [from, setFrom] = useSearchValue('from');
  const [to, setTo] = useSearchValue('to');
  const query = {
    limit: 100,
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined ? {} : { target }),
    ...instantsOf(from, to),
  };
  const list = useList('/operator/audit', { query });
  const narrowed = [actor, action, target, from, to].some((value) => value !== undefined);
  return (
    <div className="fleet-page">
      <Filters
        key={String(narrowed)}
        values={{ actor, action, target, from, to }}
        set={{ actor: setActor, action: setAction, target: setTarget, from: setFrom, to: setTo }}
      />
      <Loaded query={{ ...list, data: list.items }} lines={8}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={narrowed ? 'Nothing fits' : 'Nothing was done yet'}>
              {narrowed
                ? 'Actor, action and target are compared as a whole.'
                : 'Every change that an operator makes stands here, and stays.'}
            </Empty>
          ) : (
            <VirtualList
              label="Audit log, latest first"
              items={items}
              itemKey={({ audit_id: id }) => id}
              height={52}
              onEnd={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              }}
              render={(entry) => (
                <EntryLine entry={entry} onActor={setActor} onAction={setAction} onTarget={setTarget} />
              )}
            />
          )
        }
      </Loaded>
    </div>
  );
}

/** Days of the reader's zone as instants; the second day is included. */
function instantsOf(from: string | undefined, to: string | undefined): { from?: string; to?: string } {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00`);
  const end = to === undefined ? undefined : new Date(`${to}T00:00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    ...(start === undefined || Number.isNaN(start.getTime()) ? {} : { from: start.toISOString() }),
    ...(end === undefined || Number.isNaN(end.getTime()) ? {} : { to: end.toISOString() }),
  };
}

type Name = 'action' | 'actor' | 'from' | 'target' | 'to';

const fields: readonly { readonly name: Name; readonly label: string; readonly type?: 'date' }[] = [
  { name: 'actor', label: 'Actor' },
  { name: 'action', label: 'Action' },
  { name: 'target', label: 'Target' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
];

function Filters({
  values,
  set,
}: {
  values: Readonly<Record<Name, string | undefined>>;
  set: Readonly<Record<Name, (value: string | undefined) => void>>;
}) {
  return (
    <div className="fleet-bar audit-filters" role="search" aria-label="Filter the audit log">
      {fields.map(({ label, name, type }) => (
        <Filter
          key={`${name} ${values[name] ?? ''}`}
          label={label}
          type={type}
          value={values[name]}
          onChange={set[name]}
        />
      ))}
    </div>
  );
}

function Filter({
  label,
  type,
  value,
  onChange,
}: {
  label: string;
  type: 'date' | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const [words, setWords] = useState(value ?? '');
  const apply = (next: string) => {
    if (next !== (value ?? '')) onChange(next === '' ? undefined : next);
  };
  return (
    <form
      onBlur={() => apply(words.trim())}
      onSubmit={(event) => {
        event.preventDefault();
        apply(words.trim());
      }}
    >
      <TextInput label={label} type={type ?? 'search'} value={words} onChange={setWords} />
    </form>
  );
}

const tones = { done: 'good', failed: 'bad', refused: 'warn', started: 'accent' } as const;

function EntryLine({
  entry: { action, actor, at, details, outcome, target },
  onAction,
  onActor,
  onTarget,
}: {
  entry: Entry;
  onAction: (value: string) => void;
  onActor: (value: string) => void;
  onTarget: (value: string) => void;
}) {
  const more = Object.entries(details).filter(([, value]) => value !== null);
  return (
    <div className="fleet-line">
      <span className="row">
        <Badge tone={tones[outcome]}>{outcome === 'started' ? 'not known how it ended' : outcome}</Badge>
        <Button kind="quiet" onClick={() => onAction(action)}>
          {action}
        </Button>
        <Button kind="quiet" onClick={() => onActor(actor)}>
          by {actor}
        </Button>
        {target !== null && (
          <Button kind="quiet" onClick={() => onTarget(target)}>
            <Words text={target} />
          </Button>
        )}
        <span className="space" />
        <span className="soft">
          <Time at={at} as="day" />
        </span>
      </span>
      {more.length > 0 && (
        <span className="fleet-clip soft">
          {more.map(([name, value]) => (
            <span key={name}>
              {name.replaceAll('_', ' ')}{' '}
              <Words text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
