import type { Shapes } from '../../api/routes.gen.ts';
import { useGet, useList } from '../../api/use-get.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { BandMeter } from '../../parts/bar.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { TimePlot } from '../../parts/time-plot.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { percent, spaced } from './numbers.ts';

/** What this agent's own decisions fell to, and what was said of them. */
export function OwnRouting() {
  return (
    <div className="stack">
      <OwnShares />
      <Labels />
    </div>
  );
}

function OwnShares() {
  const query = useGet('/routing/shares', { query: { days: 28 } }, { live: ['turn.ended'] });
  return (
    <Card title="What its decisions of 28 days fell to">
      <Loaded query={query}>
        {(found) =>
          found.decisions === 0 ? (
            <Empty title="Nothing was decided yet" action={<Go to="/talk/new">Say something</Go>}>
              Every message is decided about; the shares of the five modes are counted here.
            </Empty>
          ) : (
            <Counted found={found} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Counted({ found: { days, decisions, shares } }: { found: Shapes['RoutingShares'] }) {
  return (
    <>
      <p className="soft">
        Of {decisions} {decisions === 1 ? 'decision' : 'decisions'}; the fewer, the less a share says.
      </p>
      <div className="bars">
        {shares.map(({ high, low, mode, share }) => (
          <BandMeter
            key={mode}
            label={mode.toLowerCase()}
            value={share}
            band={[low, high]}
            words={percent(share)}
          />
        ))}
      </div>
      {days.length > 1 && (
        <TimePlot
          label="Shares of modes day by day"
          times={days.map(({ day }) => Date.parse(day))}
          lines={shares.map(({ mode }) => ({
            label: mode.toLowerCase(),
            values: days.map((day) => day.shares.find((one) => one.mode === mode)?.share ?? 0),
          }))}
          range={[0, 1]}
          words={percent}
        />
      )}
    </>
  );
}

const kinds: Readonly<Record<Shapes['Label']['kind'], readonly [string, Tone]>> = {
  correct: ['was right', 'good'],
  missed_clarify: ['should have asked', 'warn'],
  missed_act: ['should have acted', 'warn'],
  under_engagement: ['did too little', 'warn'],
  over_engagement: ['did too much', 'warn'],
};
const ways: Readonly<Record<Shapes['Label']['given_via'], string>> = {
  reaction: 'the next message shows',
  silence: 'nobody came back to it',
  feedback: 'somebody judged',
  reflection: 'a review finds',
};

/** What was said of its decisions. */
function Labels() {
  const list = useList('/labels', { query: { limit: 50 } }, { live: ['turn.ended'] });
  return (
    <Card title="What was said of its decisions">
      <Loaded query={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nobody said anything yet">
              A correction, a thank you, a thumb beside a turn, or a review while the fleet is idle: each says
              whether a decision was right.
            </Empty>
          ) : (
            <div className="mind-list" style={{ height: `min(${items.length * 48}px, 60dvh)` }}>
              <VirtualList
                label="Labels, latest first"
                items={items}
                itemKey={({ label_id: id }) => id}
                height={44}
                onEnd={() => {
                  if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
                }}
                render={(label) => <LabelLine label={label} />}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function LabelLine({
  label: {
    confidence,
    given_by: by,
    given_via: via,
    kind,
    mode,
    at,
    reason,
    thread_id: thread,
    turn_id: turn,
    wanted,
  },
}: {
  label: Shapes['Label'];
}) {
  const [words, tone] = kinds[kind];
  return (
    <div className="monologue-line">
      <span className="row">
        <Badge tone={tone}>{words}</Badge>
        <span>
          {ways[via]}: {mode.toLowerCase()}
          {wanted !== null && wanted !== mode && ` instead of ${wanted.toLowerCase()}`}
        </span>
        <span className="soft">
          {spaced(reason)}, {percent(confidence)} sure, by <Words text={by} />
        </span>
        <span className="space" />
        <Go to={`/talk/${thread}/${turn}`}>Its turn</Go>
        <span className="soft">
          <Time at={at} />
        </span>
      </span>
    </div>
  );
}
