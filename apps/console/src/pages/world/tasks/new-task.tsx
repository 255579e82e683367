import { useRef, useState } from 'react';
import { post } from '../../../api/client.ts';
import { useGo } from '../../../app/navigation.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextArea, TextInput } from '../../../parts/field.tsx';
import { useChange } from '../use-change.ts';

/** Gives the agent a task, now or at a time. */
export function NewTask({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="New task" open={open} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState('');
  // One task, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const change = useChange();
  const go = useGo();
  const make = async () => {
    let made = '';
    const body = { text, ...(at === '' ? {} : { run_at: new Date(at).toISOString() }) };
    const headers = { 'idempotency-key': key.current };
    const work = async () => {
      made = (await post('/tasks', { body, headers })).task_id;
    };
    if (await change.run('make', work, 'The agent has the task.')) {
      onClose();
      go(`/world/tasks/${made}`);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextArea
        label="What is to be done?"
        value={text}
        onChange={(next) => {
          setText(next);
          key.current = crypto.randomUUID();
        }}
        rows={5}
        maxLength={24_000}
      />
      <TextInput label="When to begin" type="datetime-local" value={at} onChange={setAt} hint="Empty: now." />
      <div className="row">
        <Button type="submit" kind="primary" disabled={text.trim() === ''} busy={change.busy === 'make'}>
          Give the task
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
