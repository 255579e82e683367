import { useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Checkbox, Select } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { ChangeKey, type KeyChange } from './change-key.tsx';

type AgentKey = Shapes['AgentKey'];
type OperatorKey = Shapes['OperatorKey'];

/** Keys of agents and of operators: what each may, until when; make, replace, revoke. */
export function Page() {
  const agents = useGet('/operator/agents', {});
  const { agent: current } = useVisitor();
  const [wanted, setAgent] = useSearchValue('agent');
  const [revoked, setRevoked] = useSearchValue('revoked');
  const [change, setChange] = useState<KeyChange>();
  const all = revoked !== undefined;
  return (
    <div className="content">
      <Loaded query={agents}>
        {({ items }) => {
          const names = items.map(({ name }) => name);
          const agent =
            [wanted, current?.name].find((name) => name !== undefined && names.includes(name)) ??
            names[0] ??
            'default';
          return (
            <>
              <div className="row">
                <Select
                  label="Agent"
                  hideLabel
                  value={agent}
                  onChange={setAgent}
                  options={names.map((name) => ({ value: name, label: name }))}
                />
                <Checkbox
                  label="Revoked and expired ones too"
                  checked={all}
                  onChange={(next) => setRevoked(next ? 'yes' : undefined)}
                />
              </div>
              <AgentKeys agent={agent} all={all} onChange={setChange} />
            </>
          );
        }}
      </Loaded>
      <OperatorKeys all={all} onChange={setChange} />
      <ChangeKey change={change} onClose={() => setChange(undefined)} />
    </div>
  );
}

/** How a key stands. */
function standingOf({
  expires_at: expires,
  revoked_at: revoked,
}: Pick<AgentKey, 'expires_at' | 'revoked_at'>): 'expired' | 'good' | 'revoked' {
  if (revoked !== null) return 'revoked';
  return expires !== null && Date.parse(expires) < Date.now() ? 'expired' : 'good';
}

function Standing({ of }: { of: Pick<AgentKey, 'expires_at' | 'revoked_at'> }) {
  const standing = standingOf(of);
  return <Badge tone={standing === 'good' ? 'good' : 'soft'}>{standing}</Badge>;
}

function Until({ at }: { at: string | null }) {
  return at === null ? <span className="soft">no end</span> : <Time at={at} as="day" />;
}

/** What the rules of a key come to, in words. */
function Scopes({ rules: { channels = {}, completions, speakers } }: { rules: AgentKey['rules'] }) {
  const lines = [
    ...Object.entries(channels).map(([channel, trust]) => `what comes by ${channel} is ${trust} at most`),
    ...(speakers === undefined ? [] : [`only ${speakers.join(', ') || 'nobody'} speak for themselves`]),
    ...(completions?.trustContext === true ? ['what completions send along counts as the user’s'] : []),
  ];
  if (lines.length === 0) return <span className="soft">as the agent’s own settings say</span>;
  return lines.map((line) => (
    <div key={line}>
      <Words text={line} />
    </div>
  ));
}

function AgentKeys({
  agent,
  all,
  onChange,
}: {
  agent: string;
  all: boolean;
  onChange: (change: KeyChange) => void;
}) {
  const query = useGet('/operator/agents/:agent/keys', { params: { agent } });
  const make = () => onChange({ kind: 'make', of: 'agent', agent });
  return (
    <Card
      title={`Keys of ${agent}`}
      actions={
        <Button icon="plus" onClick={make}>
          New key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ items }) => {
          const shown = items.filter((key) => all || standingOf(key) === 'good');
          if (shown.length === 0)
            return (
              <Empty
                title="No key yet"
                action={
                  <Button kind="primary" onClick={make}>
                    New key
                  </Button>
                }
              >
                With a key a program beyond this machine talks with the agent, and with no other.
              </Empty>
            );
          return <AgentKeyTable keys={shown} onChange={onChange} />;
        }}
      </Loaded>
    </Card>
  );
}

function AgentKeyTable({
  keys,
  onChange,
}: {
  keys: readonly AgentKey[];
  onChange: (change: KeyChange) => void;
}) {
  return (
    <Table
      label="Keys of the agent"
      rows={keys}
      rowKey={({ key_id: id }) => id}
      columns={[
        {
          title: 'For',
          wide: true,
          cell: ({ hint, label }) => (
            <>
              <Words text={label} /> <code>{hint}…</code>
            </>
          ),
        },
        { title: 'State', cell: (key) => <Standing of={key} /> },
        { title: 'What it may', wide: true, cell: ({ rules }) => <Scopes rules={rules} /> },
        { title: 'Made', cell: ({ created_at: at }) => <Time at={at} /> },
        { title: 'Until', cell: ({ expires_at: at }) => <Until at={at} /> },
        {
          title: 'Actions',
          cell: (key) =>
            standingOf(key) === 'good' && (
              <KeyMenu of="agent" id={key.key_id} name={key.label} onChange={onChange} />
            ),
        },
      ]}
    />
  );
}

function OperatorKeys({ all, onChange }: { all: boolean; onChange: (change: KeyChange) => void }) {
  const query = useGet('/operator/keys', {});
  return (
    <Card
      title="Keys of operators"
      actions={
        <Button icon="plus" onClick={() => onChange({ kind: 'make', of: 'operator' })}>
          New key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ items }) => {
          const shown = items.filter((key) => all || standingOf(key) === 'good');
          if (shown.length === 0)
            return (
              <Empty title="No operator key yet">
                The person of this machine operates. The first key is made where the database is:{' '}
                <code>salience operator key create</code>. From then on operators need one.
              </Empty>
            );
          return <OperatorKeyTable keys={shown} onChange={onChange} />;
        }}
      </Loaded>
    </Card>
  );
}

function OperatorKeyTable({
  keys,
  onChange,
}: {
  keys: readonly OperatorKey[];
  onChange: (change: KeyChange) => void;
}) {
  return (
    <Table
      label="Keys of operators"
      rows={keys}
      rowKey={({ key_id: id }) => id}
      columns={[
        {
          title: 'Whose',
          wide: true,
          cell: ({ hint, name }) => (
            <>
              <Words text={name} /> <code>{hint}…</code>
            </>
          ),
        },
        { title: 'State', cell: (key) => <Standing of={key} /> },
        { title: 'Made', cell: ({ created_at: at }) => <Time at={at} /> },
        { title: 'Until', cell: ({ expires_at: at }) => <Until at={at} /> },
        {
          title: 'Actions',
          cell: (key) =>
            standingOf(key) === 'good' && (
              <KeyMenu of="operator" id={key.key_id} name={key.name} onChange={onChange} />
            ),
        },
      ]}
    />
  );
}

function KeyMenu({
  of,
  id,
  name,
  onChange,
}: {
  of: 'agent' | 'operator';
  id: string;
  name: string;
  onChange: (change: KeyChange) => void;
}) {
  return (
    <Menu
      label={`More for the key ${name}`}
      items={[
        { label: 'Replace it', run: () => onChange({ kind: 'rotate', of, id, name }) },
        { label: 'Revoke it', danger: true, run: () => onChange({ kind: 'revoke', of, id, name }) },
      ]}
    />
  );
}
