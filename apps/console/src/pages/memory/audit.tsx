import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go } from '../../app/navigation.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { counted, type Kind, kindWords } from './kind-words.ts';
import { MemoryPage } from './page.tsx';

type Audit = Shapes['MemoryAudit'];
/** Of each kind so many of the latest items are looked at. */
const rowsMax = 200;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** How good what is remembered is, measured now. */
export function Page() {
  const query = useGet('/memory/audit', { query: { rows: rowsMax } }, { live: ['memory'] });
  return (
    <MemoryPage flows>
      <Loaded query={query} lines={8}>
        {(audit) =>
          Object.values(audit.kinds).every(({ total }) => total === 0) ? (
            <NoMemory />
          ) : (
            <Figures audit={audit} />
          )
        }
      </Loaded>
    </MemoryPage>
  );
}

function NoMemory() {
  return (
    <Empty title="Nothing to measure yet" action={<Go to="/talk">Go to Talk</Go>}>
      Once something is remembered, this page says how much of it repeats, has no ground or is stale.
    </Empty>
  );
}

function Figures({ audit }: { audit: Audit }) {
  const failed = Object.values(audit.failed).reduce((sum, count) => sum + count, 0);
  const total = Object.values(audit.kinds).reduce((sum, one) => sum + one.total, 0);
  return (
    <>
      <div className="tiles">
        <Tile
          label="Remembered"
          value={total.toLocaleString()}
          note={
            <>
              as of <Time at={audit.at} />
            </>
          }
        />
        <Tile
          label="Could not be learned from"
          value={failed}
          note={failed === 0 ? 'nothing to do' : 'may be tried again'}
        />
        {audit.repeats !== undefined && (
          <Tile
            label="Said again"
            value={Object.values(audit.repeats).reduce((sum, count) => sum + count, 0)}
            note="stored with what they repeat"
          />
        )}
        {audit.untold !== undefined && (
          <Tile label="Nothing to keep" value={audit.untold} note="exchanges that no model was asked about" />
        )}
      </div>
      <Card title="By kind">
        <Table
          label="Quality of what is remembered, by kind"
          rows={Object.entries(audit.kinds)}
          rowKey={([kind]) => kind}
          columns={[
            { title: 'Kind', wide: true, cell: ([kind]) => kindWords[kind as Kind] ?? kind },
            { title: 'There are', number: true, cell: ([, of]) => of.total.toLocaleString() },
            { title: 'Looked at', number: true, cell: ([, of]) => of.looked.toLocaleString() },
            { title: 'Say the same', number: true, cell: ([, of]) => percent(of.duplicates) },
            { title: 'Without ground', number: true, cell: ([, of]) => percent(of.unsupported) },
            { title: 'From own words', number: true, cell: ([, of]) => percent(of.loops) },
            { title: 'Stale', number: true, cell: ([, of]) => percent(of.stale) },
          ]}
        />
      </Card>
      {failed > 0 && <Failed audit={audit} />}
    </>
  );
}

function Failed({ audit }: { audit: Audit }) {
  const { known } = useVisitor();
  const again = useMutation({
    mutationFn: () => post('/memory/retry-failed'),
    onSuccess: async ({ counts }) => {
      const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
      say(`${count} ${count === 1 ? 'is' : 'are'} tried again within seconds.`);
      await queryClient.invalidateQueries();
    },
    onError: ({ message }) => say(message, 'bad'),
  });
  return (
    <Card
      title="What could not be learned from"
      actions={
        known && (
          <Button icon="retry" busy={again.isPending} onClick={() => again.mutate()}>
            Try again
          </Button>
        )
      }
    >
      <p>
        {Object.entries(audit.failed)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => counted(kind, count))
          .join(', ')}
      </p>
      <Table
        label="Why, the most frequent first"
        rows={audit.reasons ?? []}
        rowKey={({ kind, reason }) => `${kind} ${reason}`}
        columns={[
          { title: 'Kind', cell: ({ kind }) => kind },
          { title: 'Why', wide: true, cell: ({ reason }) => <Words text={reason} /> },
          { title: 'How often', number: true, cell: ({ count }) => count },
        ]}
      />
    </Card>
  );
}
