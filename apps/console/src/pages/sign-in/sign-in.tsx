import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { codeRefusal } from '../../api/sign-in-code.ts';
import { signIn } from '../../api/visitor.ts';
import { useGo, useSearchValue } from '../../app/navigation.tsx';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../parts/button.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';

/** One field for whatever this visitor holds; what it is says how it begins. */
export function Page() {
  useTitle('Sign in');
  const [secret, setSecret] = useState('');
  const [error, setError] = useState(codeRefusal());
  const [busy, setBusy] = useState(false);
  const [next] = useSearchValue('next');
  const go = useGo();
  const enter = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await signIn(secret.trim());
      await queryClient.invalidateQueries();
      go(next?.startsWith('/') === true && !next.startsWith('//') ? next : '/talk', { replace: true });
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
      setBusy(false);
    }
  };
  return (
    <main className="alone">
      <form
        className="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <h1 className="brand">
          <Icon name="brand" /> Salience
        </h1>
        <TextInput
          label="Code or key"
          type="password"
          value={secret}
          onChange={setSecret}
          error={error}
          placeholder="pc_…, sk_… or op_…"
          required
        />
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
        <dl className="sign-in-ways">
          <dt>On your own machine</dt>
          <dd>
            <code>./salience open</code> prints an address that signs this browser in.
          </dd>
          <dt>With the key of an agent</dt>
          <dd>
            <code>sk_…</code> is kept until this tab is closed.
          </dd>
          <dt>As an operator</dt>
          <dd>
            <code>op_…</code> signs this browser in for an hour.
          </dd>
        </dl>
      </form>
    </main>
  );
}
