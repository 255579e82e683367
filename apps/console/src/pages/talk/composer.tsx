import { useRef, useState } from 'react';
import { useVisitor } from '../../api/use-visitor.tsx';
import { useShortcut } from '../../app/shortcuts.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { sendMessage } from './outbox.ts';

const charsMax = 32_768;
const rowsMax = 8;

/** Where a message is written. Enter sends it, with shift it begins a new line. */
export function Composer({ thread }: { thread: string }) {
  const [text, setText] = useState('');
  const { known } = useVisitor();
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcut('/', 'Write a message', () => field.current?.focus());
  const submit = () => {
    if (text.trim() === '') return;
    sendMessage(thread, text);
    setText('');
    field.current?.focus();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        ref={field}
        label="Message"
        hideLabel
        placeholder="Message to the agent"
        value={text}
        rows={Math.min(rowsMax, text.split('\n').length)}
        maxLength={charsMax}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button kind="primary" type="submit" icon="send" label="Send" disabled={text.trim() === ''} />
      {!known && (
        <p className="composer-note soft">
          You are not signed in: what you say is the word of nobody in particular, and no yes of yours counts.{' '}
          <code>./salience open</code> prints an address that signs this browser in.
        </p>
      )}
    </form>
  );
}
