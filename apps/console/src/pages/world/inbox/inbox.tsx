import { send } from '../../../api/client.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useSearchValue } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Button, type ButtonKind } from '../../../parts/button.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { VirtualList } from '../../../parts/virtual-list.tsx';
import { given } from '../given.ts';
import { useChange } from '../use-change.ts';
import type { InboxItem } from './inbox-item.ts';
import { ItemBody } from './item-body.tsx';

type Kind = InboxItem['kind'];
type Action = InboxItem['actions'][number];

const kinds: readonly { readonly kind: Kind; readonly label: string; readonly word: string }[] = [
  { kind: 'approval', label: 'Approvals', word: 'approval' },
  { kind: 'look', label: 'For a look', word: 'for a look' },
  { kind: 'zone', label: 'Time zones', word: 'time zone' },
  { kind: 'hand', label: 'Raised hands', word: 'raised hand' },
];
const shownMax = 200;

/** Everything that waits for the person, oldest first, to be decided in place. */
export function Page() {
  const [chosen, setChosen] = useSearchValue('kind');
  const kind = kinds.find((one) => one.kind === chosen)?.kind;
  const query = useGet(
    '/inbox',
    { query: { limit: shownMax, ...given({ kind }) } },
    { live: ['approval', 'activation', 'task', 'room', 'memory'] },
  );
  return (
    <div className="inbox">
      <Loaded query={query} lines={8}>
        {({ items, next, waiting }) => (
          <>
            <div className="inbox-kinds" role="group" aria-label="What is shown">
              <Button pressed={kind === undefined} onClick={() => setChosen(undefined)}>
                {`All ${Object.values(waiting).reduce((sum, count) => sum + count, 0)}`}
              </Button>
              {kinds.map((one) => (
                <Button key={one.kind} pressed={kind === one.kind} onClick={() => setChosen(one.kind)}>
                  {`${one.label} ${waiting[one.kind]}`}
                </Button>
              ))}
            </div>
            {items.length === 0 ? (
              <Empty title="Nothing waits for you">
                When the agent needs a yes, when a message of a stranger comes in, or when it was not sure
                whether to ask, it stands here.
              </Empty>
            ) : (
              <VirtualList
                label="What waits for you"
                className="inbox-list"
                items={items}
                itemKey={(item) => `${item.kind} ${item.id}`}
                height={160}
                render={(item) => <Item item={item} />}
              />
            )}
            {next !== null && (
              <p className="soft inbox-more">More waits; it follows when these are answered.</p>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Item({ item }: { item: InboxItem }) {
  const change = useChange();
  const word = kinds.find((one) => one.kind === item.kind)?.word ?? item.kind;
  return (
    <article className="inbox-item" aria-label={item.title}>
      <div className="inbox-head">
        <h2>
          <Words text={item.title} />
        </h2>
        <Badge tone={item.kind === 'approval' ? 'warn' : 'accent'}>{word}</Badge>
        <span className="space" />
        <span className="soft">
          <Time at={item.at} />
          {item.until !== null && (
            <>
              {' '}
              · answered no by itself <Time at={item.until} />
            </>
          )}
        </span>
      </div>
      <ItemBody item={item} />
      <div className="row">
        {item.actions.map((action) => (
          <Button
            key={action.name}
            kind={lookOf(action)}
            busy={change.busy === action.name}
            disabled={change.busy !== undefined}
            onClick={() => void change.run(action.name, () => carryOut(action), doneWords[action.name])}
          >
            {actionWords[action.name] ?? action.name}
          </Button>
        ))}
        {item.kind === 'approval' && item.approval.kind === 'call' && (
          <Go to={`/talk/${item.approval.thread_id}/${item.approval.turn_id}`}>Edit the arguments in Talk</Go>
        )}
      </div>
    </article>
  );
}

const actionWords: Readonly<Record<string, string>> = {
  approve: 'Approve',
  'approve-for-an-hour': 'Approve, and let the sender in for an hour',
  refuse: 'Refuse',
  accept: 'Yes, use it',
  useful: 'Yes, tell me',
  'not-useful': 'No',
  'give-floor': 'Give it the floor',
  lower: 'Lower the hand',
};

const doneWords: Readonly<Record<string, string>> = {
  approve: 'Approved.',
  'approve-for-an-hour': 'Approved.',
  refuse: 'Refused.',
  accept: 'The time zone is set.',
  useful: 'Its module learns from it.',
  'not-useful': 'Its module learns from it.',
  'give-floor': 'It has the floor.',
  lower: 'The hand is down.',
};

function lookOf({ name }: Action): ButtonKind {
  return name === 'approve' || name === 'accept' ? 'primary' : 'plain';
}

/** Sends what an action says, bound to what was seen. */
function carryOut({ body, if_match: hash, method, path }: Action): Promise<unknown> {
  const input = {
    ...(body === null ? {} : { body }),
    ...(hash === null ? {} : { headers: { 'if-match': `"${hash}"` } }),
  };
  return (send as (route: string, input: object) => Promise<unknown>)(`${method} ${path}`, input);
}
