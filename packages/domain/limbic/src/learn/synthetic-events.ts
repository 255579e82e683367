import type { DeltaType, Fingerprint, SignalEvent } from '@salience/contracts';
import type { Random } from '../lstm/random.ts';

type Priors = Fingerprint['signal_priors'];
type Prior<S extends keyof Priors> = NonNullable<Priors[S]>;
type Made = Pick<SignalEvent, 'location' | 'delta_type' | 'features'>;

/** Names and endings that no module declares by chance. */
const otherWords = ['qa', 'qb', 'qc', 'qd'];
const otherExtensions = ['.qx', '.qy', '.qz'];

/** One of some items; `otherwise` if there are none. */
function pick<T>(items: readonly T[], random: Random, otherwise: T): T {
  return items[random.below(items.length)] ?? otherwise;
}

/** One of the declared items or one that nobody declared, each as often. */
function declaredOr(declared: readonly string[], other: readonly string[], random: Random): string {
  return declared.length > 0 && random.next() < 0.5 ? pick(declared, random, '') : pick(other, random, '');
}

/**
 * A signal as a module might meet it at a time in seconds: of one of the sources that it declares, in a declared place, sometimes with what it
 * declares relevant or irrelevant and sometimes with something else. Undefined if it declares no source.
 */
export function syntheticEvent(
  fingerprint: Fingerprint,
  timestamp: number,
  random: Random,
): SignalEvent | undefined {
  const priors = fingerprint.signal_priors;
  const sources = (Object.keys(makers) as (keyof Priors)[]).filter((source) => priors[source] !== undefined);
  const others = sources.filter((source) => source !== 'time');
  const wanted = others.length > 0 && random.next() < 0.85 ? others : sources;
  const source = pick(wanted, random, undefined as keyof Priors | undefined);
  if (source === undefined) return undefined;
  const made = makers[source](priors, random);
  return { source, magnitude: random.next(), timestamp, ...made };
}

/** Only called for a source that is declared. */
const makers: { readonly [S in keyof Priors]-?: (priors: Priors, random: Random) => Made } = {
  filesystem: (priors, random) => file(priors.filesystem as Prior<'filesystem'>, random),
  memory: ({ memory }, random) => {
    const { watch_namespaces, high_relevance_keys } = memory as Prior<'memory'>;
    const namespace = pick(watch_namespaces, random, 'fact');
    const key = declaredOr(high_relevance_keys, otherWords, random);
    return change(namespace, random, { namespace, key, value_length: random.below(500) });
  },
  time: () => ({ location: 'tick', delta_type: 'tick', features: {} }),
  network: ({ network }, random) => {
    const endpoint = pick((network as Prior<'network'>).endpoints, random, 'https://example.org/');
    const previous_hash = random.next() < 0.5 ? 'a' : 'b';
    return change(endpoint, random, { endpoint, status_code: 200, content_hash: 'a', previous_hash });
  },
  mail: ({ mail }, random) => letter(mail as Prior<'mail'>, random),
  hook: ({ hook }, random) => {
    const { hooks, relevant_words } = hook as Prior<'hook'>;
    const name = pick(hooks, random, 'hook');
    return change(name, random, { hook: name, action: declaredOr(relevant_words, otherWords, random) });
  },
  task: ({ task }, random) => {
    const states = ['completed', 'rejected', 'failed', 'dead'] as const;
    const state =
      random.next() < 0.5
        ? pick((task as Prior<'task'>).states, random, 'failed')
        : pick(states, random, 'dead');
    return change('task', random, { state });
  },
  host: ({ host }, random) => {
    const { metrics, high } = host as Prior<'host'>;
    const metric = pick(metrics, random, 'load');
    return change(metric, random, { metric, value: high * (0.4 + 0.8 * random.next()) });
  },
};

function file(prior: Prior<'filesystem'>, random: Random): Made {
  const extension =
    prior.irrelevant_extensions.length > 0 && random.next() < 0.3
      ? pick(prior.irrelevant_extensions, random, '')
      : declaredOr(prior.relevant_extensions, otherExtensions, random);
  const word = declaredOr(prior.relevant_words, otherWords, random);
  const folder = [pick(prior.watch_directories, random, '/'), ...otherWords.slice(0, random.below(4))].join(
    '/',
  );
  const size_bytes = Math.floor(Math.exp(4 + 2.5 * random.normal()));
  const text = declaredOr(prior.relevant_lines, otherWords, random);
  const { delta_type } = change('', random, {});
  return {
    location: `${folder}/${word} ${random.below(100)}${extension}`,
    delta_type: random.next() < 0.6 ? pick(prior.deltas, random, 'created') : delta_type,
    features: { extension, size_bytes: Math.max(0, size_bytes), ...(random.next() < 0.3 ? { text } : {}) },
  };
}

function letter(prior: Prior<'mail'>, random: Random): Made {
  const declared = declaredOr(prior.relevant_senders, ['qa@qb.qc', 'qc@qd.qa'], random);
  const mailbox = pick(prior.mailboxes ?? ['inbox'], random, 'inbox');
  return {
    location: declared,
    delta_type: 'created',
    features: {
      mailbox,
      sender: declared.includes('@') ? declared : `someone@${declared}`,
      subject_tokens: [declaredOr(prior.relevant_words, otherWords, random)],
      asks: random.next() < 0.5 ? 0.9 : 0.1,
      bulk: random.next() < 0.3,
    },
  };
}

function change(location: string, random: Random, features: SignalEvent['features']): Made {
  const deltas: readonly DeltaType[] = ['created', 'modified', 'deleted', 'renamed'];
  return { location, delta_type: pick(deltas, random, 'created'), features };
}
