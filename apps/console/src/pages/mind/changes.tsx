import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { AskRegulator, type Asked, Requests } from './ask-regulator.tsx';
import { effectOf, expectedOf } from './effects.ts';
import { figure, spaced } from './numbers.ts';
import { useChanges, useRequests } from './policy-queries.ts';

type Change = Shapes['PolicyChange'];
type Policy = Shapes['Policy'];

const actions: Readonly<Record<Change['action'], readonly [string, Tone]>> = {
  publish: ['changed', 'accent'],
  confirm: ['kept', 'good'],
  revert: ['taken back', 'warn'],
  release: ['new release', 'soft'],
  pin: ['pinned', 'warn'],
  unpin: ['unpinned', 'soft'],
  rollback: ['rolled back', 'warn'],
};

/** Every change of a policy: why it was made, and what it did; and what operators ask of the regulator. */
export function Changes({ policy }: { policy: Policy }) {
  const { operator } = useVisitor();
  const list = useChanges(policy.name);
  const requests = useRequests(policy.name);
  const [asked, setAsked] = useState<Asked>();
  const regulated = policy.live_version !== null && policy.base !== null;
  const mayAsk = operator !== undefined && regulated;
  return (
    <div className="stack">
      {mayAsk && policy.pinned !== null && (
        <div className="row">
          <span>The regulator may not move it while it is pinned.</span>
          <Button onClick={() => setAsked({ kind: 'unpin' })}>Take the pin back</Button>
        </div>
      )}
      {operator !== undefined && <Requests requests={requests.data?.items ?? []} />}
      <Loaded query={{ ...list, data: list.items }} lines={8}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nothing was changed yet">
              {regulated || policy.live_version === null
                ? 'Once people show often enough that they wanted something else, one weight is moved by a little, and it is said here what came of it.'
                : 'Only a release changes this policy.'}
            </Empty>
          ) : (
            <div className="changes">
              <VirtualList
                label="Changes, latest first"
                items={items}
                itemKey={({ change_id: id }) => id}
                height={96}
                onEnd={() => {
                  if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
                }}
                render={(change) => (
                  <ChangeLine change={change} policy={policy} onAsk={mayAsk ? setAsked : undefined} />
                )}
              />
            </div>
          )
        }
      </Loaded>
      <AskRegulator policy={policy.name} asked={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}

function ChangeLine({
  change,
  policy,
  onAsk,
}: {
  change: Change;
  policy: Policy;
  onAsk: ((asked: Asked) => void) | undefined;
}) {
  const { action, at, parameter, value_after: after, value_before: before, version } = change;
  const [words, tone] = actions[action];
  return (
    <article className="change">
      <div className="change-head">
        <Badge tone={tone}>{words}</Badge>
        <b>version {version}</b>
        {version === policy.live_version && <Badge tone="good">decides</Badge>}
        {parameter !== null && (
          <span>
            <code>{parameter}</code> {figure(before)} → {figure(after)}
          </span>
        )}
        <span className="space" />
        <span className="soft">
          <Time at={at} as="day" />
        </span>
        {onAsk !== undefined && version !== policy.live_version && (
          <VersionMenu version={version} policy={policy} onAsk={onAsk} />
        )}
      </div>
      <Reasons change={change} />
    </article>
  );
}

/** Why a change was made, what was expected of it, and what it did. */
function Reasons({ change }: { change: Change }) {
  const { adopted_at: adopted, cause, pressure } = change;
  const expected = expectedOf(change);
  const effect = effectOf(change);
  return (
    <dl className="change-why">
      <dt>Why</dt>
      <dd>
        {cause}
        {pressure !== null && <span className="soft">, pressed by {spaced(pressure)}</span>}
      </dd>
      {expected !== '' && (
        <>
          <dt>Expected</dt>
          <dd>{expected}</dd>
        </>
      )}
      <dt>Did</dt>
      <dd>
        {effect.verdict !== undefined && (
          <>
            <span className={`dot ${effect.tone}`}>{effect.verdict}</span>
            {effect.words === '' ? '.' : ': '}
          </>
        )}
        {effect.words}
        {adopted !== null && (
          <span className="soft">
            {' '}
            In use everywhere <Time at={adopted} />.
          </span>
        )}
      </dd>
    </dl>
  );
}

function VersionMenu({
  version,
  policy,
  onAsk,
}: {
  version: number;
  policy: Policy;
  onAsk: (asked: Asked) => void;
}) {
  return (
    <Menu
      label={`More for version ${version}`}
      items={[
        {
          label: `Go back to version ${version}`,
          disabled: policy.pinned !== null,
          run: () => onAsk({ kind: 'rollback', version }),
        },
        { label: `Pin version ${version}`, run: () => onAsk({ kind: 'pin', version }) },
      ]}
    />
  );
}
