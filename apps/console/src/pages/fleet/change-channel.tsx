import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select, TextInput } from '../../parts/field.tsx';
import { Words } from '../../parts/text-block.tsx';
import { act } from './act.ts';

/** Adds a way to reach somebody. */
export function AddChannel({
  open,
  onClose,
  onSecret,
}: {
  open: boolean;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const [kind, setKind] = useState<'mail' | 'webhook'>('mail');
  const [target, setTarget] = useState('');
  const [person, setPerson] = useState('');
  const add = async () => {
    const body = { kind, target: target.trim(), ...(person.trim() === '' ? {} : { person: person.trim() }) };
    const came = await act(() => post('/channels', { body }), 'A code is on its way there; enter it here.');
    if (came === undefined) return;
    setTarget('');
    if (came.secret === null) onClose();
    else onSecret(came.secret);
  };
  return (
    <Dialog
      title="New channel"
      open={open}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={target.trim() === ''} onClick={() => void add()}>
          Add it
        </Button>
      }
    >
      <Select
        label="By"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'mail', label: 'Mail' },
          { value: 'webhook', label: 'A webhook' },
        ]}
      />
      <TextInput label={kind === 'mail' ? 'Address' : 'URL'} value={target} onChange={setTarget} />
      <TextInput
        label="Person"
        value={person}
        onChange={setPerson}
        hint="A name that the agent knows. Empty: you."
      />
    </Dialog>
  );
}

/** Takes the code that was sent over a channel. */
export function ConfirmChannel({
  channel,
  onClose,
}: {
  channel: Shapes['Channel'] | undefined;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  if (channel === undefined) return null;
  const confirm = async () => {
    const params = { channel: channel.channel_id };
    const came = await act(
      () => post('/channels/:channel/confirm', { params, body: { code: code.trim() } }),
      'The channel is confirmed.',
    );
    if (came === undefined) return;
    setCode('');
    onClose();
  };
  return (
    <Dialog
      title="Enter the code"
      open
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={!/^\d{8}$/.test(code.trim())} onClick={() => void confirm()}>
          Confirm it
        </Button>
      }
    >
      <p>
        Eight digits were sent to <Words text={channel.target} />.
      </p>
      <TextInput label="Code" value={code} onChange={setCode} autoFocus />
    </Dialog>
  );
}

/** Shows the secret of a webhook, which is shown this once. */
export function Secret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      title="The secret of the webhook"
      open={secret !== undefined}
      onClose={onClose}
      footer={<Button onClick={onClose}>I have it</Button>}
    >
      <p>Messages are signed with it. It is shown this once.</p>
      <p className="made-key">
        <code>{secret}</code>
      </p>
    </Dialog>
  );
}
