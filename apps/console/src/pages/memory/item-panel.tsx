import { useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { useSearchValue } from '../../app/navigation.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { detailsOf, shownValue } from './item-details.ts';
import { textOf } from './item-fields.ts';
import { AskForget } from './ask-forget.tsx';
import { ItemRow, SaidLink, TrustBadge } from './item-row.tsx';
import { type Kind, kindWords } from './kind-words.ts';

type Item = Shapes['KeptItem'];

/** All that is known of the item that the address names (`?item=`), beside whatever page is shown. Looking counts as no use. */
export function ItemPanel() {
  const [id, open] = useSearchValue('item');
  const kind = id === undefined ? undefined : id.slice(0, id.indexOf('_'));
  return (
    <Dialog
      side
      title={`Memory: ${titles[kind ?? ''] ?? 'item'}`}
      open={id !== undefined}
      onClose={() => open(undefined)}
    >
      {id !== undefined && <Shown key={id} id={id} />}
    </Dialog>
  );
}

const titles: Readonly<Record<string, string>> = {
  ex: 'something said',
  gist: 'a gist',
  fact: 'a fact',
  trt: 'a trait',
  ep: 'an episode',
  con: 'a concept',
  rel: 'a relation',
  tht: 'a thought',
  bio: 'an autobiography',
  sch: 'a reminder',
  itm: 'a list item',
};

function Shown({ id }: { id: string }) {
  const [, open] = useSearchValue('item');
  const query = useGet(
    '/memory/items/:item',
    { params: { item: id }, query: { peek: 'true' } },
    { live: ['memory'] },
  );
  if (query.error instanceof ApiProblem && [404, 410].includes(query.error.status))
    return (
      <Empty title={query.error.status === 410 ? 'This was forgotten' : 'There is no such item'}>
        {query.error.message}
      </Empty>
    );
  return (
    <Loaded query={query}>
      {({ item, sources, derived }) => (
        <>
          <Head item={item} />
          <Details item={item} />
          <h3>Rests on</h3>
          {sources.length === 0 && <p className="soft">Nothing that can be shown.</p>}
          {sources.map((source) => (
            <ItemRow
              key={source.id}
              kind={source.kind}
              id={source.id}
              text={source.text}
              at={source.at}
              trust={source.trust}
              thread={textOf(source, 'thread_id')}
              turn={turnOf(source)}
              speaker={textOf(source, 'speaker')}
            />
          ))}
          <h3>Made from it</h3>
          {derived.length === 0 && <p className="soft">Nothing.</p>}
          <ul className="memory-made">
            {derived.map((made) => (
              <li key={made.id}>
                <button type="button" className="link" onClick={() => open(made.id)}>
                  {kindWords[made.kind as Kind]} <code>{made.id.slice(-8)}</code>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function Head({ item }: { item: Item }) {
  const [asks, setAsks] = useState(false);
  const { known } = useVisitor();
  const reply = textOf(item, 'reply');
  return (
    <>
      <TextBlock text={item.text} />
      {reply !== undefined && (
        <>
          <h3>The answer to it</h3>
          <TextBlock text={reply} />
        </>
      )}
      <p className="memory-row-head soft">
        <Time at={item.at} as="day" />
        <TrustBadge trust={item.trust} />
        <SaidLink thread={textOf(item, 'thread_id')} turn={turnOf(item)} />
        <span className="space" />
        {known && (
          <Button kind="danger" onClick={() => setAsks(true)}>
            Forget this
          </Button>
        )}
      </p>
      {asks && (
        <AskForget
          wish={{ scope: 'item', target: item.id }}
          what={`this ${kindWords[item.kind]}`}
          typed="forget"
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

function Details({ item }: { item: Item }) {
  const pairs = detailsOf(item).map(
    ([name, value]) => [name, <Words key={name} text={shownValue(value)} />] as const,
  );
  return <KeyValues pairs={pairs} />;
}

/** What was said is of one turn, which it names as its source. */
function turnOf(item: Item): string | undefined {
  return item.kind === 'exchange' ? item.sources[0] : undefined;
}
