import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useList } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Select } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { Surfaced } from './surfaced.tsx';
import { ThoughtDetail } from './thought-detail.tsx';

type Drifted = Shapes['Drifted'];
type Kind = Drifted['type'] | 'all';

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'all', label: 'All kinds' },
  { value: 'reflection', label: 'Reflections' },
  { value: 'question', label: 'Questions' },
  { value: 'hypothesis', label: 'Hypotheses' },
];

/** Thoughts that came while the agent was idle, and where each surfaced. */
export function Page() {
  const { agent } = useVisitor();
  if (agent === undefined)
    return <Empty title="No agent to look into">Choose an agent, or sign in with its key.</Empty>;
  return <Thoughts />;
}

function Thoughts() {
  const [wanted, setWanted] = useSearchValue('kind');
  const kind = kinds.find(({ value }) => value === wanted)?.value ?? 'all';
  const query = useList(
    '/thoughts',
    { query: { limit: 50, ...(kind === 'all' ? {} : { type: kind }) } },
    { live: ['thought'] },
  );
  const [open, setOpen] = useState<string>();
  return (
    <div className="mind-page">
      <div className="mind-bar">
        <h2>What came while nobody asked</h2>
        <span className="space" />
        <Select
          label="Kind"
          hideLabel
          value={kind}
          onChange={(value) => setWanted(value === 'all' ? undefined : value)}
          options={kinds}
        />
      </div>
      <Loaded query={{ ...query, data: query.items }} lines={8}>
        {(items) =>
          items.length === 0 ? (
            <NoThoughts />
          ) : (
            <VirtualList
              label="Thoughts"
              items={items}
              itemKey={({ thought_id: id }) => id}
              height={92}
              onEnd={() => {
                if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
              }}
              render={(thought) => (
                <ThoughtLine thought={thought} onOpen={() => setOpen(thought.thought_id)} />
              )}
            />
          )
        }
      </Loaded>
      <ThoughtDetail id={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function NoThoughts() {
  return (
    <Empty title="No thought yet" action={<Go to="/talk/new">Say something</Go>}>
      Talk with the agent. A talk becomes an episode after ten silent minutes or a change of subject. While
      nobody has written to any agent for a minute, it looks every few minutes whether an episode leads to a
      thought; many looks lead to none.
    </Empty>
  );
}

function ThoughtLine({ thought, onOpen }: { thought: Drifted; onOpen: () => void }) {
  const { concepts, created_at: at, said, text, trust, type, used } = thought;
  return (
    <article className="thought-line">
      <div className="thought-head">
        <Badge tone="accent">{type}</Badge>
        {trust !== 'agent' && <Badge tone="warn">{trust}</Badge>}
        <span className="soft">
          <Time at={at} />
        </span>
        <span className="space" />
        <Surfaced said={said} used={used} />
      </div>
      <button type="button" className="thought-words" onClick={onOpen}>
        <Words text={text} />
      </button>
      <div className="thought-concepts soft">
        {concepts.slice(0, 6).map(({ concept_id: id, name, seed }) => (
          <span key={id} className={seed ? 'thought-seed' : undefined}>
            <Words text={name} />
          </span>
        ))}
        {concepts.length > 6 && <span>and {concepts.length - 6} more</span>}
      </div>
    </article>
  );
}
