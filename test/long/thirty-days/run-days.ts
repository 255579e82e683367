import { checkTurns, type CheckStats } from '@salience/testing';
import { seededRandom, startStores, type Stores } from '@salience/testing/load';
import { tableSizes } from '../soak/table-growth.ts';
import { auditMemory, countKinds, dayEnd, type DayEnd, type Growth, growthOf } from './account.ts';
import { type DaysFleet, startDaysFleet } from './days-fleet.ts';
import { forgetSecret, type Forgotten, holdsSecret } from './forget-secret.ts';
import { livedDays } from './life.ts';
import { type PassingTime, startTime } from './pass-time.ts';
import type { Session } from './sayings.ts';
import { type Found, inTables, letBytesGo, outsideTables } from './search-bytes.ts';
import { secretQuestion, secretWords } from './secret.ts';

/** What a life through the real processes is. */
export interface DaysOptions {
  readonly backend: 'redis' | 'postgres';
  readonly days: number;
  readonly turns: string | undefined;
  readonly queries: string | undefined;
  readonly seed: number;
  readonly redisServer: string | undefined;
  readonly say: (line: string) => void;
}

/** Figures of one kind of memory, and of all together. Shares 0..1. */
export interface Quality {
  readonly duplicates: number;
  readonly unsupported: number;
  readonly loops: number;
  readonly stale: number;
  readonly looked: number;
}

/** What was found. */
export interface DaysReport {
  readonly backend: string;
  readonly days: number;
  readonly messages: number;
  readonly steps: number;
  readonly durationS: number;
  readonly counts: Readonly<Record<string, unknown>>;
  readonly quality: Readonly<Record<string, Quality>>;
  readonly failedToLearn: Readonly<Record<string, number>>;
  readonly growth: Growth;
  readonly laws: { readonly violations: readonly string[]; readonly stats: CheckStats };
  /** Processes that ended by themselves, and the errors that the apps logged. */
  readonly troubles: readonly string[];
  /** Evenings on which the secret was told again. */
  readonly recalled: number;
  readonly forgotten: Forgotten;
  readonly traces: {
    /** Tables that held the secret before, so that it is known to have been there. */
    readonly before: number;
    readonly tables: Found;
    readonly elsewhere: Found;
    readonly searchedMb: Readonly<Record<string, number>>;
    /** Whether a question brought it back. */
    readonly answered: boolean;
  };
}

const start = new Date('2030-01-01T00:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Lives the days on stores of its own, asks for the audit, has the secret forgotten and looks for it. Leaves nothing behind. */
export async function runDays(options: DaysOptions): Promise<DaysReport> {
  const stores = await startStores(options.backend, options.redisServer, {
    // What was written is let go of at a checkpoint, not kept to be written over.
    wal_recycle: 'off',
    min_wal_size: '32MB',
    max_wal_size: '1GB',
  });
  let fleet: DaysFleet | undefined;
  try {
    fleet = await startDaysFleet(stores);
    return await live(options, stores, fleet);
  } catch (cause) {
    // What they say of it is on its way until they have ended.
    await fleet?.stop();
    throw new Error(`The life broke off. The apps said: ${(fleet?.troubles() ?? []).join('\n')}`, { cause });
  } finally {
    await fleet?.stop();
    await stores.database.close().catch((error: unknown) => options.say(String(error)));
    await stores.stop();
  }
}

async function live(options: DaysOptions, stores: Stores, fleet: DaysFleet): Promise<DaysReport> {
  const beganAt = performance.now();
  const before = await tableSizes(stores);
  const time = await startTime(stores, start);
  const sessions = livedDays({ ...options, random: seededRandom(options.seed) });
  const ends: DayEnd[] = [await dayEnd(stores, 0)];
  let recalled = 0;
  for (let day = 0; day < options.days; day += 1) {
    for (const session of sessions.filter((one) => one.day === day))
      recalled += await meet(session, time, fleet);
    await time.upTo(new Date(start.getTime() + (day + 1) * dayMs));
    const end = await dayEnd(stores, day + 1);
    ends.push(end);
    options.say(
      `day ${day + 1}: ${JSON.stringify({ ...end, atS: Math.round((performance.now() - beganAt) / 1_000) })}`,
    );
  }
  const growth = await growthOf(stores, before, ends);
  const counts = await countKinds(stores);
  const audit = await auditMemory(fleet.url);
  const { stats, violations } = await checkTurns({
    ownerUrl: stores.database.ownerUrl,
    clientLog: fleet.clientLog,
  });
  options.say(JSON.stringify({ counts, audit: audit.kinds }));
  const { forgotten, traces } = await forgetAndLook(stores, fleet, time);
  return {
    backend: options.backend,
    days: options.days,
    messages: fleet.clientLog.length,
    steps: time.steps(),
    durationS: Math.round((performance.now() - beganAt) / 1_000),
    counts,
    quality: qualityOf(audit.kinds),
    failedToLearn: audit.failed,
    growth,
    laws: { violations, stats },
    troubles: fleet.troubles(),
    recalled,
    forgotten,
    traces,
  };
}

/** A session at its hour; resolves with how many replies told the secret. */
async function meet({ day, hour, sayings }: Session, time: PassingTime, fleet: DaysFleet): Promise<number> {
  await time.upTo(new Date(start.getTime() + day * dayMs + hour * hourMs));
  let told = 0;
  for (const saying of sayings) {
    const reply = await fleet.say(saying);
    if (reply !== null && holdsSecret(reply)) told += 1;
    await time.moment();
  }
  await time.rest();
  return told;
}

async function forgetAndLook(
  stores: Stores,
  fleet: DaysFleet,
  time: PassingTime,
): Promise<Pick<DaysReport, 'forgotten' | 'traces'>> {
  const before = Object.keys(await inTables(stores, secretWords)).length;
  const forgotten = await forgetSecret(fleet.url, stores);
  // Nobody brings it back: another day of idle work on what is left, and the question.
  const now = await time.clock.now();
  await time.upTo(new Date(now.getTime() + dayMs));
  const reply = await fleet.say({ thread: 'afterwards', text: secretQuestion });
  await time.rest();
  const [last] = await stores.database.admin<{ id: string }>(
    'select id from salience.exchanges order by id desc limit 1',
  );
  await letBytesGo(stores, fleet, last?.id ?? '');
  const { bytes, found } = await outsideTables(stores, fleet, secretWords);
  return {
    forgotten,
    traces: {
      before,
      tables: await inTables(stores, secretWords),
      elsewhere: found,
      searchedMb: Object.fromEntries(
        Object.entries(bytes).map(([part, count]) => [part, Math.round(count / 100_000) / 10]),
      ),
      answered: reply !== null && holdsSecret(reply),
    },
  };
}

type Kinds = Awaited<ReturnType<typeof auditMemory>>['kinds'];

/** The audit's shares by kind, and over all items that were looked at. */
function qualityOf(kinds: Kinds): Record<string, Quality> {
  const all = Object.values(kinds);
  const looked = all.reduce((sum, kind) => sum + kind.looked, 0);
  const over = (share: (kind: Kinds[string]) => number): number =>
    looked === 0 ? 0 : all.reduce((sum, kind) => sum + share(kind) * kind.looked, 0) / looked;
  const total = {
    looked,
    duplicates: over((kind) => kind.duplicates),
    unsupported: over((kind) => kind.unsupported),
    loops: over((kind) => kind.loops),
    stale: over((kind) => kind.stale),
  };
  const figures = ({ duplicates, looked: of, loops, stale, unsupported }: Quality): Quality => ({
    looked: of,
    duplicates: rounded(duplicates),
    unsupported: rounded(unsupported),
    loops: rounded(loops),
    stale: rounded(stale),
  });
  return Object.fromEntries(
    Object.entries({ all: total, ...kinds }).map(([kind, quality]) => [kind, figures(quality)]),
  );
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
