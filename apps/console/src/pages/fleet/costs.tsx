import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Select } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { TimePlot } from '../../parts/time-plot.tsx';
import { span } from '../../parts/time-words.ts';
import { amountOf, dollars, inWords, large, type Measure } from './amounts.ts';

type Costs = Shapes['Costs'];
type Sums = Shapes['UsageSums'];

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const;
const measures: readonly { value: Measure; label: string }[] = [
  { value: 'cost', label: 'Cost' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'calls', label: 'Calls' },
];
/** Lines of the plot; the rest is one more. */
const linesMax = 5;

/** What calls of models cost, by day, agent, role and model. */
export function Page() {
  const [wanted, setDays] = useSearchValue('days');
  const [counted, setMeasure] = useSearchValue('count');
  const days = periods.find(({ value }) => value === wanted)?.value ?? '30';
  const query = useGet('/operator/costs', { query: { days: Number(days) } });
  return (
    <div className="content">
      <Loaded query={query} lines={8}>
        {(costs) => {
          const chosen = measures.find(({ value }) => value === counted)?.value;
          // Where nothing has a price there is more to see in tokens.
          const measure =
            chosen ?? (costs.total.cost_usd > 0 ? 'cost' : costs.total.input_tokens > 0 ? 'tokens' : 'calls');
          return (
            <>
              <div className="row">
                <Select
                  label="Period"
                  hideLabel
                  value={days}
                  onChange={(next) => setDays(next === '30' ? undefined : next)}
                  options={periods}
                />
                <Select
                  label="What is counted"
                  hideLabel
                  value={measure}
                  onChange={setMeasure}
                  options={measures}
                />
              </div>
              <Found costs={costs} measure={measure} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function Found({ costs, measure }: { costs: Costs; measure: Measure }) {
  if (costs.total.calls === 0)
    return (
      <Empty title="No model was asked in these days" action={<Go to="/talk/new">Say something</Go>}>
        Every call of a model is counted within seconds: tokens, cost, errors, time.
      </Empty>
    );
  return (
    <>
      <Total total={costs.total} />
      <Days costs={costs} measure={measure} />
      <ByAgent costs={costs} measure={measure} />
      <ByModel costs={costs} measure={measure} />
    </>
  );
}

function Total({ total }: { total: Sums }) {
  return (
    <div className="tiles">
      <Tile
        label="Cost"
        value={dollars(total.cost_usd)}
        note={total.unpriced > 0 ? `${total.unpriced} calls have no price` : 'every call has a price'}
      />
      <Tile label="Calls" value={large(total.calls)} note={`${total.errors} failed`} />
      <Tile
        label="Tokens in"
        value={large(total.input_tokens)}
        note={total.untold > 0 ? `${total.untold} answers did not tell` : undefined}
      />
      <Tile label="Tokens out" value={large(total.output_tokens)} />
      <Tile
        label="A call takes"
        value={span(total.mean_ms)}
        note={`the longest took ${span(total.longest_ms)}`}
      />
    </div>
  );
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function Days({ costs, measure }: { costs: Costs; measure: Measure }) {
  const days = daysBetween(costs.from, costs.to);
  const totals = new Map<string, number>();
  for (const row of costs.days) totals.set(row.role, (totals.get(row.role) ?? 0) + amountOf(measure, row));
  const roles = [...totals].toSorted((a, b) => b[1] - a[1]).map(([role]) => role);
  const top = roles.slice(0, linesMax);
  const valueOf = (day: string, wanted: (role: string) => boolean) =>
    costs.days
      .filter((row) => row.day === day && wanted(row.role))
      .reduce((sum, row) => sum + amountOf(measure, row), 0);
  const lines = top.map((role) => ({
    label: role,
    values: days.map((day) => valueOf(day, (one) => one === role)),
  }));
  const rest =
    roles.length > top.length
      ? [{ label: 'others', values: days.map((day) => valueOf(day, (one) => !top.includes(one))) }]
      : [];
  return (
    <Card title="Day by day and role">
      <TimePlot
        label="Day by day and role"
        times={days.map((day) => Date.parse(day))}
        lines={[...lines, ...rest]}
        words={(value) => inWords(measure, value)}
      />
    </Card>
  );
}

interface Split extends Sums {
  readonly roles: readonly string[];
  readonly agent: string;
  readonly agent_id: string;
}

/** Sums of an agent over its roles, the dearest first. */
function agentsOf({ agents }: Costs, measure: Measure): Split[] {
  const ids = [...new Set(agents.map(({ agent_id: id }) => id))];
  const all = ids.map((id) => {
    const own = agents
      .filter((row) => row.agent_id === id)
      .toSorted((a, b) => amountOf(measure, b) - amountOf(measure, a));
    const total = (pick: (row: Sums) => number) => own.reduce((sum, row) => sum + pick(row), 0);
    const calls = total((row) => row.calls);
    return {
      agent: own[0]?.agent ?? id,
      agent_id: id,
      roles: own.slice(0, 3).map((row) => `${row.role} ${inWords(measure, amountOf(measure, row))}`),
      calls,
      errors: total((row) => row.errors),
      input_tokens: total((row) => row.input_tokens),
      output_tokens: total((row) => row.output_tokens),
      untold: total((row) => row.untold),
      unpriced: total((row) => row.unpriced),
      cost_usd: total((row) => row.cost_usd),
      mean_ms: calls === 0 ? 0 : total((row) => row.mean_ms * row.calls) / calls,
      longest_ms: Math.max(...own.map((row) => row.longest_ms)),
    };
  });
  return all.toSorted((a, b) => amountOf(measure, b) - amountOf(measure, a));
}

/** The columns that every table of sums has. */
const sums: readonly Column<Sums>[] = [
  { title: 'Cost', number: true, cell: ({ cost_usd: cost }) => dollars(cost) },
  { title: 'Tokens in', number: true, cell: ({ input_tokens: tokens }) => large(tokens) },
  { title: 'Tokens out', number: true, cell: ({ output_tokens: tokens }) => large(tokens) },
  { title: 'Calls', number: true, cell: ({ calls }) => large(calls) },
  {
    title: 'Failed',
    number: true,
    cell: ({ errors }) => (errors > 0 ? <span className="problem">{errors}</span> : 0),
  },
  { title: 'A call takes', number: true, cell: ({ mean_ms: ms }) => span(ms) },
];

function ByAgent({ costs, measure }: { costs: Costs; measure: Measure }) {
  return (
    <Card title="By agent">
      <Table
        label="By agent"
        rows={agentsOf(costs, measure)}
        rowKey={({ agent_id: id }) => id}
        columns={[
          {
            title: 'Agent',
            wide: true,
            cell: ({ agent, roles }) => (
              <>
                <Words text={agent} /> <span className="soft">most for {roles.join(', ')}</span>
              </>
            ),
          },
          ...sums,
        ]}
      />
    </Card>
  );
}

function ByModel({ costs: { models }, measure }: { costs: Costs; measure: Measure }) {
  return (
    <Card title="By role and model">
      <Table
        label="By role and model"
        rows={models.toSorted((a, b) => amountOf(measure, b) - amountOf(measure, a))}
        rowKey={({ model, provider, role }) => `${role} ${provider}:${model}`}
        columns={[
          { title: 'Role', cell: ({ role }) => role },
          {
            title: 'Model',
            wide: true,
            cell: ({ model, provider }) => <Words text={`${provider}: ${model}`} />,
          },
          ...sums,
        ]}
      />
    </Card>
  );
}
