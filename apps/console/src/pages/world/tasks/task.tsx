import { useState } from 'react';
import { post } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useParam } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { TextBlock, Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { TurnLink } from '../turn.tsx';
import { useChange } from '../use-change.ts';
import { authorityIn, taskSourceWords, trustWords } from '../authority-words.ts';
import { stateTones, stateWords, stepTones } from './task-words.ts';

type Task = Shapes['TaskDetail'];

/** A task: why it is where it is, its steps with what came of them, its plan, and what it may do. */
export function Page() {
  const task = useParam('task') ?? '';
  const query = useGet('/tasks/:task', { params: { task } }, { live: ['task', 'approval', 'turn.ended'] });
  return (
    <div className="content">
      <Loaded query={query} lines={12}>
        {(found) => <Detail task={found} />}
      </Loaded>
    </div>
  );
}

function Detail({ task }: { task: Task }) {
  return (
    <>
      <Head task={task} />
      <Steps task={task} />
      <Card title="What is asked">
        {task.text === '' ? <p className="soft">Its plan says it all.</p> : <TextBlock text={task.text} />}
      </Card>
      <Card title="About it">
        <KeyValues
          pairs={[
            ['From', <Words key="from" text={task.from} />],
            ['Came by', taskSourceWords[task.source]],
            ['Who that is', authorityIn(task.authority)],
            ['Its text is taken as', trustWords[task.trust]],
            ['What it may do', task.grant.words],
            ['Given', <Time key="created" at={task.created_at} as="day" />],
            ['Begins', <Time key="run" at={task.run_at} as="day" />],
            ['Turns so far', String(task.turns_used)],
            ...(task.lease === null ? [] : [['Works on it', task.lease.owner] as const]),
            ...(task.inbound === null
              ? []
              : [['Why it was let in', <Words key="in" text={task.inbound.why} />] as const]),
          ]}
        />
      </Card>
    </>
  );
}

function Head({ task }: { task: Task }) {
  const {
    approval_id: approval,
    cancel_requested_at: cancelling,
    result,
    state,
    task_id: id,
    title,
    why,
  } = task;
  const [asking, setAsking] = useState(false);
  const change = useChange();
  const over = ['completed', 'rejected', 'failed', 'dead'].includes(state);
  const cancel = async () => {
    await change.run('cancel', () => post('/tasks/:task/cancel', { params: { task: id } }), 'The task ends.');
    setAsking(false);
  };
  return (
    <header className="task-head">
      <div className="row">
        <Go to="/world/tasks" label="All tasks" className="button quiet square" below={false}>
          <Icon name="back" />
        </Go>
        <h2>
          <Words text={title} />
        </h2>
        <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
        <span className="space" />
        {(state === 'failed' || state === 'dead') && (
          <Button
            icon="retry"
            busy={change.busy === 'retry'}
            onClick={() =>
              void change.run(
                'retry',
                () => post('/tasks/:task/retry', { params: { task: id } }),
                'It goes on with its last step.',
              )
            }
          >
            Go on with its last step
          </Button>
        )}
        {!over && cancelling === null && <Button onClick={() => setAsking(true)}>Cancel the task</Button>}
      </div>
      <p>
        <Words text={why} />
        {cancelling !== null && !over && ' It ends as soon as its turn does.'}
      </p>
      {state === 'awaiting_review' && approval !== null && (
        <p>
          <Go to="/world/inbox">Answer it in the inbox</Go>
        </p>
      )}
      {result !== null && <TextBlock text={result} />}
      <Confirm
        title="Cancel this task?"
        open={asking}
        action="Cancel the task"
        danger
        busy={change.busy === 'cancel'}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>What its steps did already stays done.</p>
      </Confirm>
    </header>
  );
}

/** Steps that were begun, and those of the plan that were not. */
function Steps({ task: { plan, steps } }: { task: Task }) {
  const begun = new Set(steps.map(({ name }) => name));
  return (
    <Card title="Steps">
      <ol className="task-steps">
        {steps.map((step) => (
          <li key={step.n}>
            <div className="row">
              <b>
                <Words text={step.name} />
              </b>
              <Badge tone={stepTones[step.state]}>
                {step.state === 'asked' ? 'waits for you' : step.state}
              </Badge>
              <span className="soft">
                {step.kind === 'person' ? 'a person’s' : step.kind}
                {step.attempt > 1 && `, try ${step.attempt}`} · <Time at={step.started_at} />
                {step.acted > 0 && ` · ${step.acted} ${step.acted === 1 ? 'action' : 'actions'}`}
              </span>
              {step.turn_id !== null && <TurnLink turn={step.turn_id} />}
            </div>
            {step.result !== null && <TextBlock text={step.result} />}
          </li>
        ))}
        {plan.steps
          .filter(({ name }) => !begun.has(name))
          .map((step) => (
            <li key={step.name} className="task-step-ahead">
              <div className="row">
                <b>
                  <Words text={step.name} />
                </b>
                <span className="soft">not begun{step.kind === 'person' && ', a person’s'}</span>
              </div>
              <p className="soft">
                <Words text={step.text} />
              </p>
            </li>
          ))}
      </ol>
    </Card>
  );
}
