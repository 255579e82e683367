import { useList } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Select } from '../../parts/field.tsx';
import { Empty, ErrorState, Skeleton } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { MemoryPage } from './page.tsx';

type Version = Shapes['Autobiography'];

const titles = {
  identity: 'Who they are',
  relationship: 'How we get on',
  values: 'What they value',
  patterns: 'What they do again and again',
  threads: 'What goes on',
  themes: 'What it is about',
} as const;
type SectionName = keyof typeof titles;

/** What the agent would say of the person it serves, in every version, with what each changed. */
export function Page() {
  const list = useList('/memory/autobiography', { query: { limit: 20 } }, { live: ['memory'] });
  const [chosen, choose] = useSearchValue('version');
  const { items, error, refetch, hasNextPage, fetchNextPage } = list;
  if (items === undefined)
    return error === null ? (
      <Skeleton lines={8} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const version = items.find((one) => String(one.version) === chosen) ?? items[0];
  if (version === undefined)
    return (
      <Empty title="Nothing is written yet" action={<Go to="/talk">Go to Talk</Go>}>
        The agent writes it while nothing else is to be done, at most every six hours, from what it knows of
        you.
      </Empty>
    );
  return (
    <MemoryPage
      flows
      controls={
        <>
          <Select
            label="Version"
            value={String(version.version)}
            options={items.map((one) => ({
              value: String(one.version),
              label: `${one.version}, ${new Date(one.created_at).toLocaleString()}`,
            }))}
            onChange={choose}
          />
          {hasNextPage && <Button onClick={() => void fetchNextPage()}>Earlier versions</Button>}
        </>
      }
    >
      <p className="soft">
        Written <Time at={version.created_at} as="day" /> by {version.model}, from{' '}
        {Object.entries(version.inputs)
          .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
          .join(', ') || 'nothing that was counted'}
        .
      </p>
      <div className="memory-biography">
        {(Object.keys(titles) as SectionName[]).map((name) => (
          <SectionCard key={name} name={name} version={version} />
        ))}
      </div>
    </MemoryPage>
  );
}

/** A section with what is new in it, and what it no longer says. */
function SectionCard({ name, version }: { name: SectionName; version: Version }) {
  const statements = version.sections[name] ?? [];
  const change = version.deltas[name];
  const added = new Set<string>(change?.added);
  const removed = change?.removed ?? [];
  if (statements.length === 0 && removed.length === 0) return null;
  return (
    <Card title={titles[name]} actions={change !== undefined && <Badge tone="accent">changed</Badge>}>
      <ul className="memory-biography-lines">
        {statements.map(({ text, trust }) => (
          <li key={text} className={added.has(text) ? 'added' : undefined}>
            {added.has(text) ? (
              <ins>
                <Words text={text} />
              </ins>
            ) : (
              <Words text={text} />
            )}{' '}
            <small className="soft">{trust}</small>
          </li>
        ))}
        {removed.map((text) => (
          <li key={text} className="removed">
            <del>
              <Words text={text} />
            </del>
          </li>
        ))}
      </ul>
    </Card>
  );
}
