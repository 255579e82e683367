import { useState } from 'react';
import { useGet, useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useGo, useParam } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { AskForget } from './ask-forget.tsx';
import { ItemList } from './item-list.tsx';
import { MemoryPage } from './page.tsx';

/** One person: what is known of them, what was lived with them, and how to forget them. */
export function Page() {
  const ref = useParam('person') ?? 'owner';
  const query = useGet('/people/:person', { params: { person: ref } }, { live: ['memory'] });
  return (
    <MemoryPage flows>
      <p>
        <Go className="link" to="/memory/people">
          Whom the agent knows
        </Go>
      </p>
      <Loaded query={query}>{(person) => <Known person={person} />}</Loaded>
      <div className="memory-columns">
        <Card title="What is said of them">
          <ItemList
            label="Traits and facts"
            list={useList(
              '/memory/items',
              { query: { person: ref, kind: 'trait,fact,relation' } },
              { live: ['memory'] },
            )}
            empty={<Empty title="Nothing is said of them yet">Tell the agent about them.</Empty>}
          />
        </Card>
        <Card title="Episodes">
          <ItemList
            label="Episodes with them"
            list={useList('/memory/items', { query: { person: ref, kind: 'episode' } }, { live: ['memory'] })}
            empty={<Empty title="No episode yet">A talk becomes an episode once it is over.</Empty>}
          />
        </Card>
      </div>
    </MemoryPage>
  );
}

function Known({ person }: { person: Shapes['Person'] }) {
  const [asks, setAsks] = useState(false);
  const { known } = useVisitor();
  const go = useGo();
  const name = person.name ?? 'the owner';
  return (
    <Card
      title={name}
      actions={
        known && (
          <Button kind="danger" onClick={() => setAsks(true)}>
            Forget <Words text={name} />
          </Button>
        )
      }
    >
      <KeyValues
        pairs={[
          ['Names', <Words key="names" text={person.names.map(({ value }) => value).join(', ') || 'none'} />],
          ['Time zone', person.zone_in_use],
          [
            'Quiet hours',
            person.quiet_hours === null
              ? 'none'
              : `${person.quiet_hours.from} to ${person.quiet_hours.until}`,
          ],
          ['Known since', <Time key="since" at={person.created_at} as="day" />],
          ...(person.owner
            ? [
                [
                  'Is',
                  <Badge key="owner" tone="accent">
                    owner
                  </Badge>,
                ] as const,
              ]
            : []),
        ]}
      />
      {asks && (
        <AskForget
          wish={{ scope: 'person', target: person.owner ? 'user' : name }}
          what={name}
          typed={name}
          onClose={() => setAsks(false)}
          onForgotten={() => go('/memory/people', { replace: true })}
        />
      )}
    </Card>
  );
}
