import { Button } from '../../parts/button.tsx';
import { TextBlock } from '../../parts/text-block.tsx';
import { forgetMessage, type Outgoing, sendAgain } from './outbox.ts';

/** A message that is not in its thread yet. */
export function OutgoingMessage({ message }: { message: Outgoing }) {
  const { key, refused, text, turn, waiting } = message;
  return (
    <li className="turn">
      <div className="said mine">
        <TextBlock text={text} />
      </div>
      <p className="turn-line soft" role="status">
        {refused !== undefined ? (
          <>
            <span className="problem">{refused}</span>
            <Button kind="quiet" onClick={() => sendAgain(key)}>
              Send again
            </Button>
            <Button kind="quiet" onClick={() => forgetMessage(key)}>
              Give up
            </Button>
          </>
        ) : turn !== undefined ? (
          'Taken'
        ) : waiting === true ? (
          'The server does not answer; this is sent as soon as it does'
        ) : (
          'Sending'
        )}
      </p>
    </li>
  );
}
