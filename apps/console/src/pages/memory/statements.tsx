import { kindWords } from './kind-words.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { classes } from '../../parts/class-names.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { statementWords } from './subject-words.ts';
import { SaidLink, TrustBadge } from './item-row.tsx';

type Statement = Shapes['MemoryStatement'];

/** Statements with the time in which each held, as a line of a common scale; milliseconds. */
export interface StatementsProps {
  readonly items: readonly Statement[];
  /** What held then is shown first, and stands out. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** `at` is now. */
  readonly now: boolean;
}

const words = {
  today: { holds: 'holds', holdsNot: 'holds no longer', all: 'hold today' },
  past: { holds: 'held', holdsNot: 'did not hold', all: 'held then' },
} as const;

/** Whether a statement held at a time, in milliseconds. */
function held({ valid_from, valid_to }: Statement, at: number): boolean {
  return Date.parse(valid_from) <= at && (valid_to === null || Date.parse(valid_to) > at);
}

/** What held at a time first, then what did not; each with the time in which it held. */
export function Statements({ items, at, from, to, now }: StatementsProps) {
  const said = words[now ? 'today' : 'past'];
  const sorted = [...items.filter((one) => held(one, at)), ...items.filter((one) => !held(one, at))];
  const count = items.filter((one) => held(one, at)).length;
  return (
    <>
      <p aria-live="polite">
        <b>{count}</b> of {items.length} {said.all}.
      </p>
      <VirtualList
        label="Statements, those that held then first"
        className="memory-list"
        items={sorted}
        itemKey={({ id }) => id}
        height={84}
        render={(statement) => <Row statement={statement} at={at} from={from} to={to} now={now} />}
      />
    </>
  );
}

function Row({ statement, at, from, to, now }: Omit<StatementsProps, 'items'> & { statement: Statement }) {
  const [, open] = useSearchValue('item');
  const isHeld = held(statement, at);
  const said = words[now ? 'today' : 'past'];
  const share = (time: number) =>
    `${(100 * Math.min(Math.max(time - from, 0), to - from)) / Math.max(1, to - from)}%`;
  const begins = share(Date.parse(statement.valid_from));
  const ends = share(statement.valid_to === null ? to : Date.parse(statement.valid_to));
  return (
    <article className={classes('memory-row', 'memory-statement', !isHeld && 'faded')}>
      <button type="button" className="memory-text" onClick={() => open(statement.id)} aria-haspopup="dialog">
        <Words text={statementWords(statement)} />
      </button>
      <span className="memory-validity" aria-hidden="true">
        <span className="memory-validity-span" style={{ left: begins, right: `calc(100% - ${ends})` }} />
        <span className="memory-validity-at" style={{ left: share(at) }} />
      </span>
      <div className="memory-row-head soft">
        <Badge>{kindWords[statement.kind]}</Badge>
        <Badge tone={isHeld ? 'good' : 'soft'}>{isHeld ? said.holds : said.holdsNot}</Badge>
        <span>
          <Time at={statement.valid_from} as="day" /> to{' '}
          {statement.valid_to === null ? 'now' : <Time at={statement.valid_to} as="day" />}
        </span>
        <TrustBadge trust={statement.trust} quiet />
        <SaidLink thread={statement.thread_id} turn={statement.turn_id} />
      </div>
    </article>
  );
}
