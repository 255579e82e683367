import type { Shapes } from '../../api/routes.gen.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Select } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { Changes } from './changes.tsx';
import { OwnRouting } from './own-routing.tsx';
import { usePolicies } from './policy-queries.ts';
import { Standing } from './standing.tsx';
import { Weights } from './weights.tsx';

type Policy = Shapes['Policy'];
type View = 'agent' | 'changes' | 'standing' | 'weights';
const views: readonly View[] = ['standing', 'changes', 'weights', 'agent'];

/** How routing learns: how a policy does, every change with why and what it did, pins and ways back. */
export function Page() {
  const { agent, known, operator } = useVisitor();
  if (operator === undefined && (agent === undefined || !known))
    return (
      <Empty title="Not for you yet" action={<Go to="/sign-in">Sign in</Go>}>
        By what messages are routed is shown to the person of this machine, whoever holds a key of the agent,
        and operators.
      </Empty>
    );
  return <Routing />;
}

function Routing() {
  const query = usePolicies();
  const [wanted, setWanted] = useSearchValue('policy');
  return (
    <div className="content">
      <Loaded query={query} lines={6}>
        {({ items }) => {
          const policy =
            [wanted, 'fleet', 'shipped']
              .map((name) => items.find((one) => one.name === name))
              .find((one) => one !== undefined) ?? items[0];
          if (policy === undefined)
            return (
              <Empty title="There is no policy yet">
                The first start of the product brings one; see that its migration ran.
              </Empty>
            );
          return (
            <>
              <div className="row">
                <Select
                  label="Policy"
                  hideLabel
                  value={policy.name}
                  onChange={(name) => setWanted(name === 'fleet' ? undefined : name)}
                  options={items.map(({ name }) => ({ value: name, label: nameOf(name) }))}
                />
                <About policy={policy} />
              </div>
              <Views key={policy.name} policy={policy} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** The name of a policy for people. */
function nameOf(name: string): string {
  if (name === 'fleet') return 'fleet: everybody’s';
  return name.startsWith('fleet:') ? `${name.slice(6)}: one agent’s own` : name;
}

function About({ policy: { base, cycled_at: cycled, live_version: live, pinned } }: { policy: Policy }) {
  return (
    <>
      <Badge tone="accent">
        {live === null ? `${base?.name ?? ''} ${base?.version ?? ''} decides` : `version ${live} decides`}
      </Badge>
      {pinned !== null && (
        <Badge tone="warn">
          pinned to {pinned.version}
          {pinned.by !== null && ` by ${pinned.by}`}
        </Badge>
      )}
      <span className="soft">
        {base === null ? (
          'moved by releases only'
        ) : cycled === null ? (
          'the regulator has not looked yet'
        ) : (
          <>
            looked at <Time at={cycled} />
          </>
        )}
      </span>
    </>
  );
}

function Views({ policy }: { policy: Policy }) {
  const { agent, known } = useVisitor();
  const [wanted, setView] = useSearchValue('view');
  const view = views.find((one) => one === wanted) ?? 'standing';
  return (
    <Tabs<View>
      label="Views of this policy"
      value={view}
      onChange={(next) => setView(next === 'standing' ? undefined : next)}
      tabs={[
        { value: 'standing', label: 'How it does', content: () => <Standing policy={policy.name} /> },
        { value: 'changes', label: 'Changes', content: () => <Changes policy={policy} /> },
        { value: 'weights', label: 'Weights', content: () => <Weights policy={policy.name} /> },
        ...(agent !== undefined && known
          ? [{ value: 'agent' as const, label: 'This agent', content: () => <OwnRouting /> }]
          : []),
      ]}
    />
  );
}
