import { useDeferredValue, useState } from 'react';
import { useGet, useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Select, TextInput } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { ItemList, pageRows } from './item-list.tsx';
import { ItemRow } from './item-row.tsx';
import { factorWords, type Kind } from './kind-words.ts';
import { MemoryPage } from './page.tsx';
import { useSettled } from './use-settled.ts';

type Hit = Shapes['MemoryHit'];
type Searched = Hit['kind'];
const hitsMax = 50;

const kinds: readonly { readonly value: Kind | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'exchange', label: 'What was said' },
  { value: 'fact', label: 'Facts' },
  { value: 'trait', label: 'Traits' },
  { value: 'gist', label: 'Gists' },
  { value: 'episode', label: 'Episodes' },
  { value: 'concept', label: 'Concepts' },
  { value: 'relation', label: 'Relations' },
  { value: 'thought', label: 'Thoughts' },
];
const searched: readonly string[] = [
  'exchange',
  'fact',
  'episode',
  'concept',
  'thought',
] satisfies Searched[];

/** Search in memory, each hit with what made its score; without a question what is remembered, the latest first. Neither counts as use. */
export function Page() {
  const [asked = '', ask] = useSearchValue('q');
  const [kindChosen = 'all', chooseKind] = useSearchValue('kind');
  const [asOf = '', chooseTime] = useSearchValue('as_of');
  const [words, setWords] = useState(asked);
  useSettled(words, (settled) => ask(settled.trim() === '' ? undefined : settled.trim()));
  const question = useDeferredValue(asked);
  const options =
    question === '' ? kinds : kinds.filter(({ value }) => value === 'all' || searched.includes(value));
  const kind = options.find(({ value }) => value === kindChosen)?.value ?? 'all';
  return (
    <MemoryPage
      controls={
        <>
          <TextInput
            label="Search in memory"
            type="search"
            placeholder="Where does my sister live?"
            value={words}
            onChange={setWords}
          />
          <Select
            label="Of"
            value={kind}
            options={options}
            onChange={(next) => chooseKind(next === 'all' ? undefined : next)}
          />
          {question !== '' && (
            <TextInput
              label="As it stood on"
              type="date"
              value={asOf}
              onChange={(day) => chooseTime(day === '' ? undefined : day)}
            />
          )}
        </>
      }
    >
      {question === '' ? (
        <Latest kind={kind} />
      ) : (
        <Hits question={question} kind={kind as Searched | 'all'} asOf={asOf === '' ? undefined : asOf} />
      )}
    </MemoryPage>
  );
}

function Latest({ kind }: { kind: Kind | 'all' }) {
  const list = useList(
    '/memory/items',
    { query: { limit: pageRows, ...(kind === 'all' ? {} : { kind }) } },
    { live: ['memory'] },
  );
  return (
    <ItemList
      label="What is remembered, the latest first"
      list={list}
      empty={
        <Empty
          title={kind === 'all' ? 'Nothing is remembered yet' : 'Nothing of this kind yet'}
          action={<Go to="/talk">Go to Talk</Go>}
        >
          Talk with the agent: what you say is remembered within seconds. Or take in what another one knew,
          under Keeping.
        </Empty>
      }
    />
  );
}

function Hits({
  question,
  kind,
  asOf,
}: {
  question: string;
  kind: Searched | 'all';
  asOf: string | undefined;
}) {
  const query = useGet(
    '/memory/search',
    {
      query: {
        q: question,
        limit: hitsMax,
        ...(kind === 'all' ? {} : { kind }),
        ...(asOf === undefined ? {} : { as_of: asOf }),
      },
    },
    { live: ['memory'] },
  );
  return (
    <Loaded query={query} lines={8}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nothing was found">Ask in other words, or for another kind.</Empty>
        ) : (
          <VirtualList
            label={`What was found for “${question}”, best first`}
            className="memory-list"
            items={items}
            itemKey={({ id }) => id}
            height={132}
            render={(hit, place) => <HitRow hit={hit} opened={place === 0} />}
          />
        )
      }
    </Loaded>
  );
}

function HitRow({ hit, opened }: { hit: Hit; opened: boolean }) {
  return (
    <ItemRow
      kind={hit.kind}
      id={hit.id}
      text={hit.text}
      at={hit.at}
      trust={hit.trust}
      thread={hit.thread_id}
      turn={hit.turn_id}
    >
      <details className="memory-factors" open={opened}>
        <summary>
          <Bar label="Score" value={hit.score} chosen />
        </summary>
        <Factors hit={hit} />
      </details>
    </ItemRow>
  );
}

/** What each factor adds to the score of a hit; what counts against it goes to the left. */
function Factors({ hit }: { hit: Hit }) {
  const factors = hit.factors ?? [];
  const most = Math.max(...factors.map(({ part }) => Math.abs(part)), 0.01);
  const least = Math.min(0, ...factors.map(({ part }) => part));
  return (
    <div className="memory-factor-bars">
      {factors.map(({ name, part, value, weight }) => (
        <Bar
          key={name}
          label={
            <>
              {name} <small className="soft">{factorWords[name] ?? ''}</small>
            </>
          }
          value={part}
          min={least === 0 ? 0 : -most}
          max={most}
          words={`${part < 0 ? '−' : '+'}${Math.abs(part).toFixed(3)} = ${value.toFixed(2)} × ${weight.toFixed(2)}`}
        />
      ))}
    </div>
  );
}
