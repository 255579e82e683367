import { useGet } from '../../api/use-get.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';

/** So many of the newest are shown. */
const shownMax = 200;

/** What the agent thinks to itself about what it hears, until somebody takes it up. */
export function Monologue() {
  const query = useGet('/pfc/internal', { query: { limit: shownMax } }, { live: ['room', 'turn.ended'] });
  return (
    <Card title="Inner monologue">
      <Loaded query={query}>
        {(thoughts) =>
          thoughts.length === 0 ? (
            <Empty title="Nothing on its mind">
              What the agent hears in a room, without being asked, is thought about here; a strong thought
              raises its hand.
            </Empty>
          ) : (
            <div className="mind-list" style={{ height: `min(${thoughts.length * 64}px, 60dvh)` }}>
              <VirtualList
                label="Inner monologue, the newest first"
                items={thoughts}
                itemKey={({ id }) => String(id)}
                height={56}
                render={({ channel, content, created_at: at, thought_type: type, trust }) => (
                  <div className="monologue-line">
                    <span className="row soft">
                      <Badge tone={type === 'background' ? 'soft' : 'accent'}>{type}</Badge>
                      {trust === 'unverified' && <Badge tone="warn">unverified</Badge>}
                      <Time at={at} />
                      {channel !== null && <Words text={channel} />}
                    </span>
                    <Words text={content} />
                  </div>
                )}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
