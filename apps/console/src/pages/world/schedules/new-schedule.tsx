import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Select, TextArea, TextInput } from '../../../parts/field.tsx';
import { useChange } from '../use-change.ts';

const kinds = [
  { value: 'reminder', label: 'It is said to you' },
  { value: 'prompt', label: 'The agent carries it out' },
] as const;
const rules = [
  { value: '', label: 'Once' },
  { value: 'FREQ=DAILY', label: 'Every day' },
  { value: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'Every working day' },
  { value: 'FREQ=WEEKLY', label: 'Every week' },
  { value: 'FREQ=MONTHLY', label: 'Every month' },
  { value: 'FREQ=YEARLY', label: 'Every year' },
] as const;

/** Makes a schedule, on the clock of who looks at the page. */
export function NewSchedule({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="New schedule" open={open} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('reminder');
  const [at, setAt] = useState('');
  const [rule, setRule] = useState<(typeof rules)[number]['value']>('');
  const change = useChange();
  const make = async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = { text, kind, starts_at: at, time_zone: zone, ...(rule === '' ? {} : { rule }) };
    if (await change.run('make', () => post('/schedules', { body }), 'It is scheduled.')) onClose();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextArea label="What?" value={text} onChange={setText} rows={3} maxLength={1_000} />
      <div className="fields">
        <Select label="How" value={kind} onChange={setKind} options={kinds} />
        <TextInput label="When, on your clock" type="datetime-local" value={at} onChange={setAt} required />
        <Select label="How often" value={rule} onChange={setRule} options={rules} />
      </div>
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          disabled={text.trim() === '' || at === ''}
          busy={change.busy === 'make'}
        >
          Make it
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
