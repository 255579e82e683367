import type { Fingerprint } from '@salience/contracts';
import type { PulseRows, StoredSignal } from './rows.ts';
import type { PulseWitnesses } from './witnesses.ts';

/** Whether a module declared an interest in a signal; told anew here, so that no mistake is shared. */
function declares(
  { module_id, signal_priors: priors }: Fingerprint,
  { features, location, source }: StoredSignal,
  homes: readonly string[],
): boolean {
  const named = (names: readonly string[] | undefined, fact: string): boolean =>
    names?.includes(String(features[fact])) === true;
  switch (source) {
    case 'filesystem':
      return (priors.filesystem?.watch_directories ?? [])
        .flatMap((folder) =>
          folder.startsWith('~') ? homes.map((home) => home + folder.slice(1)) : [folder],
        )
        .some((folder) => location.startsWith(`${folder}/`));
    case 'network':
      return named(priors.network?.endpoints, 'endpoint');
    case 'hook':
      return named(priors.hook?.hooks, 'hook');
    case 'task':
      return named(priors.task?.states, 'state');
    case 'host':
      return named(priors.host?.metrics, 'metric');
    case 'time':
      return priors.time?.ticks === true && features['module'] === module_id;
    default:
      return false;
  }
}

/** Signals that nobody declared, judgements that are missing, double or of modules that declared nothing of it. */
export function routingViolations({ signals }: PulseRows, { homes, modules }: PulseWitnesses): string[] {
  return signals.flatMap((signal) => {
    const meant = modules.filter((module) => declares(module, signal, homes));
    const told = `${signal.id} (${signal.source} ${signal.deltaType} ${signal.location})`;
    if (meant.length === 0) return [`nothing is taken in that nobody declared: ${told}`];
    const found = signal.places.flatMap(({ cluster, judged }) =>
      (judged ?? []).map(({ module }) => `${module} in ${cluster}`),
    );
    const wanted = meant.map(({ cluster, module_id }) => `${module_id} in ${cluster}`);
    const clusters = [...new Set(meant.map(({ cluster }) => cluster))].toSorted();
    const placed = signal.places.map(({ cluster }) => cluster).toSorted();
    return [
      ...(found.toSorted().join() === wanted.toSorted().join()
        ? []
        : [
            `a signal is judged once for each module that declared it: ${told} was judged for ${found.join() || 'none'}, declared by ${wanted.join()}`,
          ]),
      ...(clusters.join() === placed.join()
        ? []
        : [`a signal has its places: ${told} is in ${placed.join() || 'none'}, not in ${clusters.join()}`]),
    ];
  });
}
