import { useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { PagedList } from './item-list.tsx';
import { MemoryPage } from './page.tsx';

/** Whom the agent knows. */
export function Page() {
  const list = useList('/people', {}, { live: ['memory'] });
  return (
    <MemoryPage>
      <PagedList
        label="Whom the agent knows"
        list={list}
        itemKey={({ person_id }) => person_id}
        height={64}
        render={(person) => <PersonRow person={person} />}
        empty={
          <Empty title="Nobody is known yet" action={<Go to="/talk">Go to Talk</Go>}>
            Whoever talks with a name, and whomever you tell of, becomes known here.
          </Empty>
        }
      />
    </MemoryPage>
  );
}

type Person = Shapes['Person'];

function PersonRow({ person }: { person: Person }) {
  const others = person.names.map(({ value }) => value).filter((name) => name !== person.name?.toLowerCase());
  return (
    <article className="memory-row">
      <Go className="memory-text" to={`/memory/people/${person.person_id}`}>
        <Words text={person.name ?? 'The owner'} />
      </Go>
      <div className="memory-row-head soft">
        {person.owner && <Badge tone="accent">owner</Badge>}
        {others.length > 0 && (
          <span>
            also <Words text={others.join(', ')} />
          </span>
        )}
        <span>{person.zone_in_use}</span>
        <span>
          known since <Time at={person.created_at} as="day" />
        </span>
      </div>
    </article>
  );
}
