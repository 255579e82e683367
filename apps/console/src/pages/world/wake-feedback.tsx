import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/field.tsx';
import { useChange } from './use-change.ts';

type Activation = Shapes['Activation'];

/** What was said of an activation, in a word. */
export function LabelBadge({ label }: { label: number }) {
  return <Badge tone={label > 0.5 ? 'good' : 'warn'}>{label > 0.5 ? 'useful' : 'not useful'}</Badge>;
}

/** Says whether a wake, or what was shown for a look, was worth it: its module learns from it. */
export function WakeFeedback({ activation }: { activation: Activation }) {
  const { activation_id: target, candidates, choice, label, module, state } = activation;
  const change = useChange();
  const [meant, setMeant] = useState(choice ?? '');
  if (state === 'open')
    return <p className="soft">It still collects signals; it can be judged once it was asked.</p>;
  const say = (value: number) =>
    void change.run(
      String(value),
      () => post('/feedback', { body: { target, value, ...(meant === '' ? {} : { choice: meant }) } }),
      'Thank you. Its module learns from it.',
    );
  const several = module === null && candidates.length > 1;
  return (
    <div className="wake-feedback" role="group" aria-label="Was it worth it?">
      {several && (
        <Select
          label="Which one was meant?"
          value={meant}
          onChange={setMeant}
          options={[
            { value: '', label: 'Not sure' },
            ...candidates.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
      <div className="row">
        <Button busy={change.busy === '1'} pressed={label !== null && label > 0.5} onClick={() => say(1)}>
          Useful
        </Button>
        <Button busy={change.busy === '-1'} pressed={label !== null && label <= 0.5} onClick={() => say(-1)}>
          Not useful
        </Button>
        {label !== null && <span className="soft">You can change your mind.</span>}
      </div>
    </div>
  );
}
