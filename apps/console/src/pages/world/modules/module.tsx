import { useState } from 'react';
import { send } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useSearchValue } from '../../../app/navigation.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { Select } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Slider } from '../../../parts/slider.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { useChange } from '../use-change.ts';
import { Scores } from './scores.tsx';
import { StateBadge } from './state-badge.tsx';

const hour = 3_600_000;
const spans = [
  { value: '6', label: '6 hours' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const;
type Span = (typeof spans)[number]['value'];

/** One module: what it watches, its scores against its threshold over time, and how to change it. */
export function Module({ module, phone }: { module: Shapes['Module']; phone: boolean }) {
  const [chosen, setChosen] = useSearchValue('hours');
  const hours: Span = spans.find(({ value }) => value === chosen)?.value ?? '24';
  const [now] = useState(() => Date.now());
  const span = {
    from: new Date(now - Number(hours) * hour).toISOString(),
    to: new Date(now + hour).toISOString(),
  };
  const scores = useGet(
    '/modules/:module/scores',
    { params: { module: module.name }, query: { ...span, buckets: phone ? 80 : 160 } },
    { live: ['signal', 'activation'] },
  );
  return (
    <div className="modules-one">
      <div className="modules-head">
        {phone && (
          <Go to="/world/modules" label="All modules" className="button quiet square" below={false}>
            <Icon name="back" />
          </Go>
        )}
        <h2>
          <Words text={module.name} />
        </h2>
        <StateBadge module={module} />
        <span className="space" />
        <Select label="Time" hideLabel value={hours} onChange={setChosen} options={spans} />
      </div>
      <Loaded query={scores} lines={12}>
        {(found) => <Scores scores={found} />}
      </Loaded>
      <Settings module={module} latest={scores.data?.buckets.at(-1)?.threshold ?? null} />
      <Watches module={module} />
    </div>
  );
}

/** Pause, resume, and the threshold. */
function Settings({ module, latest }: { module: Shapes['Module']; latest: number | null }) {
  const { breaker_until: breaker, name, state } = module;
  const change = useChange();
  const heldBack = breaker !== null && Date.parse(breaker) > Date.now();
  const off = state === 'paused' || heldBack;
  const turn = () => {
    const body = { state: off ? ('active' as const) : ('paused' as const) };
    const work = () => send('PATCH /modules/:module', { params: { module: name }, body });
    return change.run('state', work, `${name} is ${body.state}.`);
  };
  return (
    <Card
      title="When it wakes the agent"
      actions={
        <Button busy={change.busy === 'state'} onClick={() => void turn()}>
          {off ? 'Resume' : 'Pause'}
        </Button>
      }
    >
      {heldBack && (
        <p>
          Its latest wakes were of no use, so it is shown and not asked until <Time at={breaker} as="day" />.
          Resume it to have it ask again now.
        </p>
      )}
      <Threshold module={module} latest={latest} />
    </Card>
  );
}

function Threshold({ module, latest }: { module: Shapes['Module']; latest: number | null }) {
  const { fingerprint, name, threshold } = module;
  const [wanted, setWanted] = useState<number>();
  const shown = wanted ?? Math.round((threshold ?? latest ?? fingerprint.default_threshold) * 100);
  const change = useChange();
  const set = (next: number | null, done: string) => {
    const body = { threshold: next };
    const work = () => send('PATCH /modules/:module', { params: { module: name }, body });
    return change.run(next === null ? 'learn' : 'set', work, done);
  };
  return (
    <div className="modules-threshold">
      <Slider
        label="Threshold"
        value={shown}
        min={0}
        max={100}
        words={(value) => (value / 100).toFixed(2)}
        onChange={setWanted}
      />
      <div className="row">
        <Button
          kind="primary"
          busy={change.busy === 'set'}
          disabled={threshold !== null && Math.round(threshold * 100) === shown}
          onClick={() => void set(shown / 100, `The threshold of ${name} is set.`)}
        >
          {`Set to ${(shown / 100).toFixed(2)}`}
        </Button>
        {threshold !== null && (
          <Button
            busy={change.busy === 'learn'}
            onClick={() => void set(null, `${name} learns its threshold again.`)}
          >
            Let it learn
          </Button>
        )}
        <span className="soft">
          {threshold === null
            ? `It is learned from what you say of its wakes; it declares ${fingerprint.default_threshold.toFixed(2)}.`
            : 'Set by a person: what is learned does not move it.'}
        </span>
      </div>
    </div>
  );
}

/** What it declares to watch, and the question that it asks. */
function Watches({ module: { fingerprint } }: { module: Shapes['Module'] }) {
  const { cluster, question_template: question, signal_priors: priors = {}, version } = fingerprint;
  return (
    <Card title="What it watches">
      <p className="soft">
        Version <Words text={version} />, cluster <Words text={cluster} />. It asks: “
        <Words text={question} />”
      </p>
      <dl className="modules-priors">
        {Object.entries(priors).map(([source, declared]) => (
          <div key={source}>
            <dt>{source}</dt>
            <dd>
              {Object.entries(declared as Record<string, unknown>).map(([field, value]) => (
                <div key={field}>
                  <span className="soft">{field.replaceAll('_', ' ')}</span>{' '}
                  <Words text={Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value)} />
                </div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
