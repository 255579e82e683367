import { useRef, useState } from 'react';
import { useVisitor } from '../../api/use-visitor.tsx';
import { useShortcut } from '../../app/shortcuts.ts';
import { Button } from '../../parts/button.tsx';
import { Select, TextArea } from '../../parts/field.tsx';
import { type MidRun, sendMessage } from './outbox.ts';
import { isOpen, useMessages } from './use-messages.ts';

const charsMax = 32_768;
const rowsMax = 8;

const choices: readonly { readonly value: MidRun | 'usual'; readonly label: string }[] = [
  { value: 'usual', label: 'as the agent is set up' },
  { value: 'steer', label: 'it steers what runs' },
  { value: 'queue', label: 'it waits its turn' },
  { value: 'interrupt', label: 'it takes its place' },
];

/** Where a message is written. Enter sends it, with shift it begins a new line. While a turn runs it is said what becomes of it. */
export function Composer({ thread, begun }: { thread: string; begun: boolean }) {
  const [text, setText] = useState('');
  const [midRun, setMidRun] = useState<MidRun | 'usual'>('usual');
  const { known } = useVisitor();
  const runs = useMessages(thread, begun).items?.some(isOpen) ?? false;
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcut('/', 'Write a message', () => field.current?.focus());
  const submit = () => {
    if (text.trim() === '') return;
    sendMessage(thread, text, runs && midRun !== 'usual' ? midRun : undefined);
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
      {runs && (
        <div className="composer-mid soft">
          <Select label="A turn runs. Your message:" value={midRun} onChange={setMidRun} options={choices} />
        </div>
      )}
      <TextArea
        ref={field}
        label="Message"
        hideLabel
        placeholder={runs ? 'Message into the running turn' : 'Message to the agent'}
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
