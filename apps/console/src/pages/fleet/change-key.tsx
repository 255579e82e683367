import { useState } from 'react';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select, TextInput } from '../../parts/field.tsx';
import { say } from '../../parts/toast.tsx';

/** What is about to be done with a key. */
export type KeyChange =
  | { readonly kind: 'make'; readonly of: 'agent'; readonly agent: string }
  | { readonly kind: 'make'; readonly of: 'operator' }
  | {
      readonly kind: 'revoke' | 'rotate';
      readonly of: 'agent' | 'operator';
      readonly id: string;
      readonly name: string;
    };

interface Wish {
  readonly secret: string;
  readonly name: string;
  readonly days: string;
  readonly speakers: string;
  readonly channel: string;
  readonly trust: 'external' | 'unverified' | 'user';
}

const nothing: Wish = { secret: '', name: '', days: '', speakers: '', channel: '', trust: 'user' };

/**
 * Makes, replaces or revokes a key. The session of a browser may not, or it would outlive itself: the operator's key, or while there is none the
 * person's token, is asked for, sent with this one request, and kept nowhere.
 */
export function ChangeKey({ change, onClose }: { change: KeyChange | undefined; onClose: () => void }) {
  const [made, setMade] = useState<string>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog title={titleOf(change)} open={change !== undefined} onClose={close}>
      {change !== undefined &&
        (made === undefined ? (
          <Ask change={change} onMade={setMade} onClose={close} />
        ) : (
          <Made value={made} onClose={close} />
        ))}
    </Dialog>
  );
}

function titleOf(change: KeyChange | undefined): string {
  if (change === undefined) return '';
  if (change.kind === 'make')
    return change.of === 'agent' ? `New key of ${change.agent}` : 'New key of an operator';
  return change.kind === 'rotate' ? `Replace the key ${change.name}` : `Revoke the key ${change.name}`;
}

function Ask({
  change,
  onMade,
  onClose,
}: {
  change: KeyChange;
  onMade: (key: string) => void;
  onClose: () => void;
}) {
  const [wish, setWish] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const set = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }));
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const key = await carryOut(change, wish);
      await queryClient.invalidateQueries();
      if (key === undefined) {
        say('The key opens nothing any more.');
        onClose();
      } else onMade(key);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Says change={change} />
      {change.kind === 'make' && <Terms of={change.of} wish={wish} set={set} />}
      <TextInput
        label="Your operator key, or your token"
        type="password"
        value={wish.secret}
        onChange={(secret) => set({ secret })}
        hint="op_… or, while no operator key exists, pt_… A session of a browser changes no keys. It is sent with this request and not kept."
        error={error}
        required
      />
      <div className="row">
        <Button
          type="submit"
          kind={change.kind === 'revoke' ? 'danger' : 'primary'}
          busy={busy}
          disabled={wish.secret.trim() === '' || !isNamed(change, wish)}
        >
          {change.kind === 'make' ? 'Make the key' : change.kind === 'rotate' ? 'Replace it' : 'Revoke it'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

const isNamed = ({ kind }: KeyChange, { name }: Wish) => kind !== 'make' || name.trim() !== '';

function Says({ change }: { change: KeyChange }) {
  if (change.kind === 'revoke')
    return (
      <p>
        Whoever uses it is refused from then on, within seconds, on every replica. This cannot be taken back.
      </p>
    );
  if (change.kind === 'rotate')
    return <p>A new key with the same rules takes its place; the old one is good for one more day.</p>;
  return null;
}

function Terms({
  of,
  wish,
  set,
}: {
  of: 'agent' | 'operator';
  wish: Wish;
  set: (part: Partial<Wish>) => void;
}) {
  return (
    <>
      <TextInput
        label={of === 'agent' ? 'What it is for' : 'Whose it is'}
        value={wish.name}
        onChange={(name) => set({ name })}
        hint={
          of === 'agent'
            ? 'Such as “phone” or “shop front”.'
            : 'The audit log names it: small letters, digits, “.”, “_” and “-”.'
        }
        required
      />
      <TextInput
        label="Good for so many days"
        type="number"
        value={wish.days}
        onChange={(days) => set({ days })}
        hint="Empty: without an end."
      />
      {of === 'agent' && (
        <>
          <TextInput
            label="Who speaks for themselves"
            value={wish.speakers}
            onChange={(speakers) => set({ speakers })}
            hint="Names with commas between; anybody else is unverified. Empty: as the agent’s settings say."
          />
          <div className="fields">
            <TextInput
              label="What comes by this channel"
              value={wish.channel}
              onChange={(channel) => set({ channel })}
              hint="Such as “web”. Empty: any."
            />
            <Select
              label="… is trusted at most as"
              value={wish.trust}
              onChange={(trust) => set({ trust })}
              options={[
                { value: 'user', label: 'a user' },
                { value: 'unverified', label: 'somebody unverified' },
                { value: 'external', label: 'text from outside' },
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}

function Made({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      say('Copied.');
    } catch {
      say('This browser does not let the page copy; select the key instead.', 'bad');
    }
  };
  return (
    <>
      <p>This is the key. It is shown this once, and stored as a hash only.</p>
      <p className="made-key">
        <code>{value}</code>
      </p>
      <div className="row">
        <Button kind="primary" onClick={() => void copy()}>
          Copy it
        </Button>
        <Button onClick={onClose}>I have it</Button>
      </div>
    </>
  );
}

/** Resolves with the key that was made, or undefined where one was revoked. */
async function carryOut(change: KeyChange, wish: Wish): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${wish.secret.trim()}` };
  const ends =
    Number(wish.days) > 0
      ? { expires_at: new Date(Date.now() + Number(wish.days) * 86_400_000).toISOString() }
      : {};
  if (change.kind === 'make') {
    const made =
      change.of === 'agent'
        ? await post('/operator/agents/:agent/keys', {
            params: { agent: change.agent },
            body: { label: wish.name.trim(), ...ends, ...rulesOf(wish) },
            headers,
          })
        : await post('/operator/keys', { body: { name: wish.name.trim(), ...ends }, headers });
    return made.key;
  }
  const params = { key: change.id };
  if (change.kind === 'rotate') {
    const path = change.of === 'agent' ? '/operator/agent-keys/:key/rotate' : '/operator/keys/:key/rotate';
    return (await post(path, { params, body: {}, headers })).key;
  }
  const path = change.of === 'agent' ? '/operator/agent-keys/:key/revoke' : '/operator/keys/:key/revoke';
  await post(path, { params, body: {}, headers });
  return undefined;
}

function rulesOf({ channel, speakers, trust }: Wish) {
  const names = speakers
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const rules = {
    ...(channel.trim() === '' ? {} : { channels: { [channel.trim()]: trust } }),
    ...(names.length === 0 ? {} : { speakers: names }),
  };
  return Object.keys(rules).length === 0 ? {} : { rules };
}
