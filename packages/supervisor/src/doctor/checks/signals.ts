import type { Database } from '@salience/database';
import { inspectSignals, type SignalFacts } from '@salience/database/signals';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { shownUrl } from '../redact.ts';
import { judge } from './work.ts';

const lag = {
  check: 'signals.judged',
  what: 'cluster with signals that nobody judges',
  none: 'Every signal was judged.',
  warnMs: 60_000,
  problemMs: 600_000,
  harm: 'pulse-sensor is away, or cannot judge them',
  fix: './salience status   (and look into the log of pulse-sensor)',
};

/** What of signals wants somebody's attention: folders that are not watched, pages that cannot be read, wakes that were not heard, signals that nobody judges. */
export async function checkSignals(db: Database, target: CheckTarget): Promise<Finding[]> {
  const found = await inspectSignals(db, new Date());
  const runs = target.holder !== undefined || target.api.readiness !== undefined;
  return signalFindings(found, runs);
}

/** The findings of what was counted. `runs`: whether Salience does. */
export function signalFindings(found: SignalFacts, runs: boolean): Finding[] {
  return [
    ...rootFindings(found, runs),
    ...pageFindings(found),
    heardFinding(found),
    judge(lag, found.lagging, runs),
  ];
}

/** A folder that nobody watches is a finding only while Salience runs: a stopped one watches none, and looks through all of them when it starts. */
function rootFindings({ modules, roots }: SignalFacts, runs: boolean): Finding[] {
  const told = roots.filter(({ state }) => state === 'failing' || runs);
  if (told.length === 0)
    return [ok('signals.folders', 'Every folder that a module declares is watched.', { facts: { modules } })];
  return told.map(({ error, failures, root, state }) => {
    const facts = { state, error, failures };
    if (state === 'failing')
      return problem(
        'signals.folders',
        `${root} cannot be watched (${error ?? 'unknown'}, ${counted(failures, 'time')} in a row).`,
        'correct the folder of the module: ./salience pulse modules',
        { facts },
      );
    if (state === 'unwatched')
      return problem(
        'signals.folders',
        `A module declares ${root}, and nobody watches it.`,
        './salience status   (pulse-sensor has to run on the host with the folder)',
        { facts },
      );
    return warn(
      'signals.folders',
      `${root} has not been looked through lately: is it there?`,
      'make it, or take it out of the module: ./salience pulse modules',
      { facts },
    );
  });
}

function pageFindings({ pages }: SignalFacts): Finding[] {
  return pages.map(({ endpoint, error, failures }) =>
    warn(
      'signals.pages',
      `${shownUrl(endpoint)} cannot be read (${error}, ${counted(failures, 'time')} in a row).`,
      'correct its address in the module: ./salience pulse modules',
      { facts: { error, failures } },
    ),
  );
}

function heardFinding({ asked, unheard }: SignalFacts): Finding {
  const facts = { asked, unheard };
  return unheard === 0
    ? ok('signals.heard', `${counted(asked, 'wake')} in the last day, each was heard.`, { facts })
    : warn(
        'signals.heard',
        `${unheard} of ${counted(asked, 'wake')} of the last day did not reach a model.`,
        './salience pulse activations   (and "./salience why" with the turn of one)',
        { facts },
      );
}
