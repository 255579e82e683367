import { useState } from 'react';
import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Board, type BoardColumn } from '../../../parts/board.tsx';
import { Button } from '../../../parts/button.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { NewTask } from './new-task.tsx';
import { stateTones, stateWords } from './task-words.ts';

type Task = Shapes['Task'];

const open = 'scheduled,running,awaiting_review,retry_wait';
const ended = 'completed,rejected,failed,dead';
const shownMax = 60;

/** Everything that the agent has to do, by state, each with why it waits. */
export function Page() {
  const waiting = useGet('/tasks', { query: { state: open, limit: 200 } }, { live: ['task', 'approval'] });
  const over = useGet('/tasks', { query: { state: ended, limit: 40 } }, { live: ['task'] });
  const [making, setMaking] = useState(false);
  const all = { ...waiting, data: waiting.data && over.data && { open: waiting.data, ended: over.data } };
  return (
    <div className="tasks">
      <div className="tasks-head">
        <h2>Tasks</h2>
        <span className="space" />
        <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
          New task
        </Button>
      </div>
      <Loaded query={{ ...all, error: waiting.error ?? over.error }} lines={10}>
        {(found) =>
          found.open.items.length + found.ended.items.length === 0 ? (
            <Empty title="The agent has no tasks">
              Give it one here, or let mails and hooks bring them: what came in waits here until you let it.
            </Empty>
          ) : (
            <Board label="Tasks by state" columns={columnsOf(found.open.items, found.ended.items)} />
          )
        }
      </Loaded>
      <NewTask open={making} onClose={() => setMaking(false)} />
    </div>
  );
}

function columnsOf(waiting: readonly Task[], over: readonly Task[]): BoardColumn[] {
  const column = (
    title: string,
    states: readonly Task['state'][],
    empty: string,
    from: readonly Task[],
  ): BoardColumn => {
    const tasks = from.filter(({ state }) => states.includes(state));
    return {
      title,
      count: tasks.length,
      empty,
      cards: tasks.slice(0, shownMax).map((task) => ({ key: task.task_id, card: <TaskCard task={task} /> })),
    };
  };
  return [
    column('Waits for you', ['awaiting_review'], 'Nothing waits for you.', waiting),
    column('Scheduled', ['scheduled'], 'Nothing is to begin.', waiting),
    column('Running', ['running'], 'Nothing runs.', waiting),
    column('Tried again later', ['retry_wait'], 'Nothing has to be tried again.', waiting),
    column('Ended', ['completed', 'rejected', 'failed', 'dead'], 'Nothing has ended.', over),
  ];
}

function TaskCard({ task }: { task: Task }) {
  const {
    approval_id: approval,
    created_at: created,
    ended_at: over,
    from,
    run_at: begins,
    source,
    state,
    task_id: id,
    title,
    why,
  } = task;
  return (
    <div className="tasks-card">
      <Go to={`/world/tasks/${id}`} className="tasks-title">
        <Words text={title} />
      </Go>
      <p className="soft">
        <Words text={why} />
        {(state === 'scheduled' || state === 'retry_wait') && Date.parse(begins) > Date.now() && (
          <>
            {' '}
            It begins <Time at={begins} />.
          </>
        )}
      </p>
      <p className="tasks-about soft">
        {over !== null && <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>}
        <span>
          {source === 'api' ? '' : `${source}, `}
          <Words text={from} />
        </span>
        <Time at={over ?? created} />
      </p>
      {state === 'awaiting_review' && approval !== null && <Go to="/world/inbox">Answer it in the inbox</Go>}
    </div>
  );
}
