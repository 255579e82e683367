import { useState } from 'react';
import { post, send } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea, TextInput } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { Monologue } from './monologue.tsx';

type Goal = Shapes['Goal'];

/** What the agent is for, what it thinks to itself, and how it judged what it might do. */
export function Page() {
  const { agent } = useVisitor();
  if (agent === undefined)
    return <Empty title="No agent to look into">Choose an agent, or sign in with its key.</Empty>;
  return (
    <div className="content">
      <Figures />
      <Goals />
      <Monologue />
    </div>
  );
}

function Figures() {
  const query = useGet('/pfc/stats', {});
  return (
    <Loaded query={query} lines={2}>
      {({ active_goals: goals, buffered_thoughts: thoughts, last_24h: judged, total_actions: actions }) => (
        <div className="tiles">
          <Tile label="Active goals" value={goals} />
          <Tile label="Thoughts that wait" value={thoughts} note="for somebody to take them up" />
          <Tile
            label="Judged in 24 h"
            value={judged.reduce((sum, { count }) => sum + count, 0)}
            note={judged.map(({ count, decision }) => `${count} ${decision}`).join(', ') || 'nothing'}
          />
          <Tile label="Judged in all" value={actions} />
        </div>
      )}
    </Loaded>
  );
}

function Goals() {
  const query = useGet('/pfc/goals', { query: { status: 'all' } });
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Goal>();
  return (
    <Card
      title="Goals"
      actions={
        <Button icon="plus" onClick={() => setAdding(true)}>
          New goal
        </Button>
      }
    >
      <Loaded query={query}>
        {(goals) =>
          goals.length === 0 ? (
            <Empty
              title="No goal yet"
              action={
                <Button kind="primary" onClick={() => setAdding(true)}>
                  New goal
                </Button>
              }
            >
              By its goals the agent weighs what it might do, and what it stays awake for.
            </Empty>
          ) : (
            <GoalTable goals={goals} onDelete={setDeleting} />
          )
        }
      </Loaded>
      <NewGoal open={adding} onClose={() => setAdding(false)} />
      <DeleteGoal goal={deleting} onClose={() => setDeleting(undefined)} />
    </Card>
  );
}

const order: readonly Goal['status'][] = ['active', 'paused', 'completed', 'abandoned'];
const tones = { active: 'good', paused: 'warn', completed: 'soft', abandoned: 'soft' } as const;

function GoalTable({ goals, onDelete }: { goals: readonly Goal[]; onDelete: (goal: Goal) => void }) {
  const rows = goals.toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || b.priority - a.priority,
  );
  return (
    <Table
      label="Goals by state and priority"
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          title: 'Goal',
          wide: true,
          cell: ({ context, goal }) => (
            <>
              <Words text={goal} />
              {context !== null && (
                <div className="soft">
                  <Words text={context} />
                </div>
              )}
            </>
          ),
        },
        { title: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
        { title: 'Priority', number: true, cell: ({ priority }) => priority },
        {
          title: 'Trust',
          cell: ({ trust }) => (trust === 'unverified' ? <Badge tone="warn">unverified</Badge> : 'owner'),
        },
        { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
        { title: 'Actions', cell: (goal) => <GoalMenu goal={goal} onDelete={() => onDelete(goal)} /> },
      ]}
    />
  );
}

function GoalMenu({ goal: { goal: words, id, status }, onDelete }: { goal: Goal; onDelete: () => void }) {
  const become = (next: Goal['status'], label: string) => ({
    label,
    run: () =>
      void change(() =>
        send('PATCH /pfc/goals/:goal', { params: { goal: String(id) }, body: { status: next } }),
      ),
  });
  return (
    <Menu
      label={`More for ${words.slice(0, 60)}`}
      items={[
        ...(status === 'active'
          ? [become('completed', 'It is reached'), become('paused', 'Pause'), become('abandoned', 'Give up')]
          : [become('active', 'Take up again')]),
        { label: 'Delete', danger: true, run: onDelete },
      ]}
    />
  );
}

/** Says why a change failed; resolves with whether it was made. */
async function change(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    await queryClient.invalidateQueries();
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}

function NewGoal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [goal, setGoal] = useState('');
  const [context, setContext] = useState('');
  const [priority, setPriority] = useState('50');
  const make = async () => {
    const made = await change(() =>
      post('/pfc/goals', {
        body: { goal, priority: Number(priority), ...(context === '' ? {} : { context }) },
      }),
    );
    if (!made) return;
    setGoal('');
    setContext('');
    onClose();
  };
  return (
    <Dialog
      title="New goal"
      open={open}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={goal.trim() === ''} onClick={() => void make()}>
          Add it
        </Button>
      }
    >
      <TextInput label="Goal" value={goal} onChange={setGoal} autoFocus />
      <TextInput
        label="Priority"
        type="number"
        value={priority}
        onChange={setPriority}
        hint="0 to 100; the higher, the more it counts."
      />
      <TextArea label="More about it" value={context} onChange={setContext} />
    </Dialog>
  );
}

function DeleteGoal({ goal, onClose }: { goal: Goal | undefined; onClose: () => void }) {
  return (
    <Confirm
      title="Delete this goal?"
      open={goal !== undefined}
      action="Delete it"
      danger
      onClose={onClose}
      onConfirm={() => {
        if (goal !== undefined)
          void change(() => send('DELETE /pfc/goals/:goal', { params: { goal: String(goal.id) } })).then(
            onClose,
          );
      }}
    >
      <p>
        “<Words text={goal?.goal ?? ''} />” goes for good. A goal that was reached is better marked as such.
      </p>
    </Confirm>
  );
}
