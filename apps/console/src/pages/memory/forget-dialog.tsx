import { useMutation, useQuery } from '@tanstack/react-query';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { forget, type ForgetPreview, type ForgetWish, previewForget } from './forget.ts';
import { countWords } from './kind-words.ts';

/** Asks whether something is to be forgotten. */
export interface ForgetDialogProps {
  readonly wish: ForgetWish;
  /** Whom or what, as the button names it. */
  readonly what: string;
  /** What has to be typed. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onForgotten?: () => void;
}

/** Shows what would go and why, and forgets once the name is typed. It cannot be taken back. */
export function ForgetDialog({ wish, what, typed, onClose, onForgotten }: ForgetDialogProps) {
  const preview = useQuery({
    queryKey: ['forget-preview', wish],
    queryFn: () => previewForget(wish),
    gcTime: 0,
    staleTime: 0,
  });
  const go = useMutation({
    mutationFn: () => forget(wish),
    onSuccess: ({ counts }) => {
      const words = countWords(counts);
      say(words === '' ? 'There was nothing to forget.' : `Forgotten: ${words}.`);
      onClose();
      onForgotten?.();
    },
  });
  return (
    <Confirm
      title={`Forget ${what}?`}
      open
      danger
      action={`Forget ${what}`}
      typed={typed}
      busy={go.isPending || preview.data === undefined}
      error={go.error?.message}
      onConfirm={() => go.mutate()}
      onClose={onClose}
    >
      <Loaded query={preview} lines={5}>
        {(data) => <Preview data={data} />}
      </Loaded>
      <p className="soft">
        It is gone for good, with everything that was made from it. What stays is that something was
        forgotten, when, and at whose request.
      </p>
    </Confirm>
  );
}

function Preview({ data }: { data: ForgetPreview }) {
  const words = countWords(data.counts);
  return (
    <div className="memory-forget-preview">
      <p>
        {words === '' ? (
          'Nothing would go.'
        ) : (
          <>
            This would go: <b>{words}</b>.
          </>
        )}
      </p>
      {(data.names ?? []).length > 1 && (
        <p className="soft">
          Looked for: <Words text={(data.names ?? []).join(', ')} />
        </p>
      )}
      {data.relations.length > 0 && (
        <p className="soft">
          Known as: <Words text={data.relations.join(', ')} />
        </p>
      )}
      {data.examples.length > 0 && <Turns title="Some of it" turns={data.examples} />}
      {data.unsure.count > 0 && (
        <Turns
          title={`${data.unsure.count} stay, because nothing tells whether they are meant`}
          turns={data.unsure.examples}
        />
      )}
    </div>
  );
}

const whyWords: Readonly<Record<string, string>> = {
  'said-by': 'said by them',
  named: 'names them',
  kinship: 'names them by kinship',
  points: 'points at them',
  states: 'states it',
};

function Turns({ title, turns }: { title: string; turns: ForgetPreview['examples'] }) {
  return (
    <details open={turns.length <= 5}>
      <summary>{title}</summary>
      <ul className="memory-forget-turns">
        {turns.map(({ at, text, turn_id, why, words }) => (
          <li key={turn_id}>
            <Words text={text} />{' '}
            <small className="soft">
              <Time at={at} as="day" />
              {why !== null && <>, {whyWords[why] ?? why}</>}
              {words !== null && (
                <>
                  : <Words text={words} />
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
