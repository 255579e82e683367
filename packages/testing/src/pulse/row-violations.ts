import type { PulseRows } from './rows.ts';
import type { PulseWitnesses } from './witnesses.ts';

/** Messages, ends of tasks, contents of pages and labels that were lost, doubled or made up. */
export function rowViolations(rows: PulseRows, witnesses: PulseWitnesses): string[] {
  return [
    ...sourceViolations(rows, witnesses),
    ...pageViolations(rows, witnesses),
    ...labelViolations(rows, witnesses),
  ];
}

function sourceViolations({ hooks, signals, tasks }: PulseRows, { modules }: PulseWitnesses): string[] {
  const declaredHooks = modules.flatMap(({ signal_priors }) => signal_priors.hook?.hooks ?? []);
  const declaredStates = modules.flatMap(
    ({ signal_priors }): readonly string[] => signal_priors.task?.states ?? [],
  );
  const wanted = {
    hook: hooks
      .filter(({ hook, reason }) => declaredHooks.includes(hook) && reason !== 'replayed')
      .map(({ id }) => id),
    task: tasks.filter(({ state }) => declaredStates.includes(state)).map(({ id }) => id),
  };
  return (['hook', 'task'] as const).flatMap((source) => {
    const taken = signals.filter((signal) => signal.source === source).map(({ externalId }) => externalId);
    const ids = new Set(taken);
    const known = new Set(wanted[source]);
    return [
      ...wanted[source]
        .filter((id) => !ids.has(id))
        .map((id) => `a row is a signal: ${source} ${id} is none`),
      ...taken
        .filter((id) => !known.has(id))
        .map((id) => `a signal is of a row: there is no ${source} ${id}`),
    ];
  });
}

/** What a page was before each change is what it was after the change before. */
function pageViolations({ pages, signals }: PulseRows, { modules, pages: now }: PulseWitnesses): string[] {
  const endpoints = modules.flatMap(({ signal_priors }) => signal_priors.network?.endpoints ?? []);
  return endpoints.flatMap((endpoint) => {
    const row = pages.find((page) => page.endpoint === endpoint);
    const changes = signals.filter(({ location, source }) => source === 'network' && location === endpoint);
    const broken = changes.flatMap(({ features, id }, n) => {
      const before = changes[n - 1];
      return before === undefined || before.features['content_hash'] === features['previous_hash']
        ? []
        : [`no change of a page is left out: ${id} of ${endpoint} does not follow ${before.id}`];
    });
    const last = changes.at(-1);
    return [
      ...broken,
      ...(row?.hash === now[endpoint] ? [] : [`a page is known as it is: ${endpoint} is not`]),
      ...(last !== undefined && last.features['content_hash'] !== row?.hash
        ? [`the last change of a page is told: that of ${endpoint} is not`]
        : []),
    ];
  });
}

/** The last word of each who labelled an activation stands. */
function labelViolations({ labels: stored }: PulseRows, { labels: given }: PulseWitnesses): string[] {
  const said = Map.groupBy(given, ({ activationId, by }) => `${activationId} by ${by}`);
  const keys = stored.map(({ activationId, by }) => `${activationId} by ${by}`);
  return [
    ...keys.filter((key) => !said.has(key)).map((key) => `no label is made up: ${key}`),
    ...keys.filter((key, n) => keys.indexOf(key) !== n).map((key) => `a label is kept once: ${key}`),
    ...[...said].flatMap(([key, words]) => {
      const row = stored.find(({ activationId, by }) => `${activationId} by ${by}` === key);
      if (row === undefined)
        return words.some(({ kept }) => kept === true) ? [`a label that was kept is there: ${key}`] : [];
      return words.some(({ value }) => Math.abs(value - row.value) < 1e-6)
        ? []
        : [`a label is as it was given: ${key}`];
    }),
  ];
}
