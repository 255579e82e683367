import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TextInput } from './field.tsx';

/** A question before something that cannot be taken back. */
export interface ConfirmProps {
  readonly title: string;
  readonly open: boolean;
  /** What the button does, such as "Forget Anna". */
  readonly action: string;
  readonly danger?: boolean;
  /** What has to be typed before the button works. */
  readonly typed?: string;
  readonly busy?: boolean;
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks, and keeps asking until it is answered: a click beside it answers nothing. */
export function Confirm({ title, open, onClose, ...rest }: ConfirmProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <div className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
          </div>
          <Question {...rest} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Question({
  action,
  danger = false,
  typed,
  busy = false,
  error,
  onConfirm,
  onClose,
  children,
}: Omit<ConfirmProps, 'title' | 'open'>) {
  const [words, setWords] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <div className="dialog-body">
        {children}
        {typed !== undefined && (
          <TextInput label={`Type “${typed}” to go on`} value={words} onChange={setWords} />
        )}
        {error !== undefined && (
          <p className="problem" role="alert">
            {error}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={busy}
          disabled={typed !== undefined && words.trim() !== typed}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
