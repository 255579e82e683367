import type { AnswerOf } from '../../../api/client.ts';
import { useGet, useList } from '../../../api/use-get.ts';
import { Go, useGo, useParam, useSearchValue } from '../../../app/navigation.tsx';
import { useMedia } from '../../../app/use-media.ts';
import { Button } from '../../../parts/button.tsx';
import { classes } from '../../../parts/class-names.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Select } from '../../../parts/field.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { VirtualList } from '../../../parts/virtual-list.tsx';
import { given } from '../given.ts';
import { LabelBadge } from '../wake-feedback.tsx';
import { SignalDetail } from './signal-detail.tsx';
import { outcomeOf, sourceWords } from './signal-words.ts';

type Listed = AnswerOf<'GET /signals'>['items'][number];

const sources = ['filesystem', 'network', 'mail', 'hook', 'time', 'task', 'memory', 'host'] as const;
const outcomes = [
  { value: '', label: 'All outcomes' },
  { value: 'woke', label: 'Woke the agent' },
  { value: 'quiet', label: 'Did not wake it' },
] as const;

/** Everything that was sensed, as it comes, with what became of it; beside it why. */
export function Page() {
  const signal = useParam('signal');
  const phone = useMedia('(max-width: 899px)');
  const go = useGo();
  const filter = useFilter();
  const close = () => go('/world/signals', { search: filter });
  return (
    <div className={classes('signals', signal !== undefined && !phone && 'with-detail')}>
      <Signals open={signal} filter={filter} />
      {signal !== undefined &&
        (phone ? (
          <Dialog title="Why" open side onClose={close}>
            <SignalDetail key={signal} signal={signal} />
          </Dialog>
        ) : (
          <aside className="signals-detail" aria-labelledby="signal-title">
            <div className="signals-detail-head">
              <h2 id="signal-title">Why</h2>
              <Button kind="quiet" icon="close" label="Close" onClick={close} />
            </div>
            <SignalDetail key={signal} signal={signal} />
          </aside>
        ))}
    </div>
  );
}

interface Filter extends Readonly<Record<string, string | undefined>> {
  readonly module: string | undefined;
  readonly outcome: string | undefined;
  readonly source: string | undefined;
}

function useFilter(): Filter {
  const [module] = useSearchValue('module');
  const [outcome] = useSearchValue('outcome');
  const [source] = useSearchValue('source');
  return { module, outcome, source };
}

function Signals({ open, filter }: { open: string | undefined; filter: Filter }) {
  const [module, setModule] = useSearchValue('module');
  const [named, setOutcome] = useSearchValue('outcome');
  const [source, setSource] = useSearchValue('source');
  const modules = useGet('/modules', {});
  const chosen = sources.find((one) => one === source);
  const outcome = outcomes.find(({ value }) => value === named)?.value ?? '';
  const woke = outcome === '' ? undefined : outcome === 'woke' ? ('true' as const) : ('false' as const);
  const list = useList(
    '/signals',
    { query: { limit: 100, ...given({ module, source: chosen, woke }) } },
    { live: ['signal', 'activation'] },
  );
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  const names = modules.data?.items.map(({ name }) => name) ?? (module === undefined ? [] : [module]);
  const filtered = [module, woke, chosen].some((one) => one !== undefined);
  return (
    <section className="signals-list" aria-label="Signals">
      <div className="signals-filters">
        <Select
          label="Module"
          hideLabel
          value={module ?? ''}
          onChange={(next) => setModule(next === '' ? undefined : next)}
          options={[
            { value: '', label: 'All modules' },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Select
          label="Outcome"
          hideLabel
          value={outcome}
          onChange={(next) => setOutcome(next === '' ? undefined : next)}
          options={outcomes}
        />
        <Select
          label="Source"
          hideLabel
          value={chosen ?? ''}
          onChange={(next) => setSource(next === '' ? undefined : next)}
          options={[
            { value: '', label: 'All sources' },
            ...sources.map((one) => ({ value: one, label: sourceWords[one] })),
          ]}
        />
      </div>
      <Loaded query={{ ...list, data: list.items }} lines={10}>
        {(items) =>
          items.length === 0 ? (
            <None filtered={filtered} hasModules={names.length > 0} />
          ) : (
            <VirtualList
              label="Signals"
              items={items}
              itemKey={({ signal_id: id }) => id}
              height={58}
              onEnd={more}
              render={(one) => <SignalRow signal={one} current={one.signal_id === open} filter={filter} />}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function SignalRow({ signal, current, filter }: { signal: Listed; current: boolean; filter: Filter }) {
  const { judged, label, location, own, signal_id: id, source, taken_at: at, why } = signal;
  const outcome = outcomeOf(judged?.reason, own);
  return (
    <Go to={`/world/signals/${id}`} search={filter} className={classes('signals-row', current && 'current')}>
      <span className={classes('signals-outcome', 'dot', outcome.tone)}>{outcome.word}</span>
      <span className="signals-what">
        <Place location={source === 'memory' && location === 'user' ? 'the owner' : location} />
        <span className="soft">
          <Words text={why} />
        </span>
      </span>
      <span className="signals-score">
        {judged !== null && judged.score !== null && (
          <>
            <b>{judged.score.toFixed(2)}</b> <span className="soft">of {judged.threshold.toFixed(2)}</span>
          </>
        )}
      </span>
      <span className="signals-when soft">
        {label !== null && <LabelBadge label={label} />}
        <span className="signals-source">{sourceWords[source]}</span>
        <Time at={at} />
      </span>
    </Go>
  );
}

/** A path by its last part first: that is what one looks for. */
function Place({ location }: { location: string }) {
  const at = location.lastIndexOf('/', location.length - 2);
  if (at < 1) return <Words text={location} className="signals-place" />;
  return (
    <span>
      <Words text={location.slice(at + 1)} className="signals-name" />{' '}
      <span className="soft">
        <Words text={location.slice(0, at)} />
      </span>
    </span>
  );
}

function None({ filtered, hasModules }: { filtered: boolean; hasModules: boolean }) {
  if (filtered) return <Empty title="Nothing of this kind">No signal fits what you chose above.</Empty>;
  if (hasModules)
    return (
      <Empty title="Nothing was sensed yet">
        Modules watch for changes. Save a file in a folder that one of them watches, and it appears here by
        itself.
      </Empty>
    );
  return (
    <Empty title="Nothing is watched yet" action={<Go to="/world/modules">To modules</Go>}>
      A module says what is worth a question to the agent: a folder, a page, a mailbox, a time. Register one
      first.
    </Empty>
  );
}
