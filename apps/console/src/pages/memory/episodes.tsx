import { useState } from 'react';
import { useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Empty } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { ItemList, pageRows } from './item-list.tsx';
import { fieldOf, textOf } from './item-fields.ts';
import { MemoryPage } from './page.tsx';
import { useSettled } from './use-settled.ts';

/** Stretches of talk as they are remembered, the latest first. */
export function Page() {
  const [person, choose] = useSearchValue('person');
  const [words, setWords] = useState(person ?? '');
  useSettled(words, (settled) => choose(settled.trim() === '' ? undefined : settled.trim()));
  const list = useList(
    '/memory/items',
    { query: { limit: pageRows, kind: 'episode', ...(person === undefined ? {} : { person }) } },
    { live: ['memory'] },
  );
  return (
    <MemoryPage
      controls={
        <TextInput
          label="With"
          type="search"
          placeholder="anybody"
          hint="A name, or owner"
          value={words}
          onChange={setWords}
        />
      }
    >
      <ItemList
        label="Episodes, the latest first"
        list={list}
        more={(episode) => <Episode episode={episode} />}
        empty={
          person === undefined ? (
            <Empty title="No episode yet" action={<Go to="/talk">Go to Talk</Go>}>
              A talk becomes an episode when its topic changes, or once it has been silent for ten minutes.
            </Empty>
          ) : (
            <Empty title="No episode with them">Look for another name.</Empty>
          )
        }
      />
    </MemoryPage>
  );
}

function Episode({ episode }: { episode: Shapes['RememberedItem'] }) {
  const said = (name: string): string => textOf(episode, name) ?? '';
  const open = fieldOf(episode, 'open_loops');
  const loops = Array.isArray(open) ? open.map(String) : [];
  const salience = fieldOf(episode, 'salience');
  return (
    <div className="memory-episode">
      {said('intent') !== '' && (
        <p className="soft">
          Wanted: <Words text={said('intent')} />
        </p>
      )}
      {said('outcome') !== '' && (
        <p className="soft">
          Came of it: <Words text={said('outcome')} />
        </p>
      )}
      {loops.length > 0 && (
        <p className="soft">
          Still open: <Words text={loops.join('; ')} />
        </p>
      )}
      {typeof salience === 'number' && <Bar label="Salience" value={salience} />}
    </div>
  );
}
