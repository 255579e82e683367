import type { Shapes } from '../../api/routes.gen.ts';
import { figure, signed, spaced } from './numbers.ts';

type Change = Shapes['PolicyChange'];
type Loose = Readonly<Record<string, unknown>>;

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

/** The first of these that has a mean with its interval, else a mean: too few decisions have none. */
function meanOf(...candidates: readonly unknown[]): string | undefined {
  const known = candidates.filter(isLoose).filter(({ mean }) => typeof mean === 'number');
  const found =
    known.find(({ lower, upper }) => typeof lower === 'number' && typeof upper === 'number') ?? known[0];
  if (found === undefined) return undefined;
  const { lower, mean, upper } = found;
  const words = signed(mean as number);
  if (typeof lower !== 'number' || typeof upper !== 'number') return `${words}, too few to be sure`;
  return `${words} (${signed(lower)} to ${signed(upper)})`;
}

/** What was expected of a change, in words; empty where nothing was. */
export function expectedOf({ estimate }: Pick<Change, 'estimate'>): string {
  if (estimate === null) return '';
  const step = isLoose(estimate['step']) ? estimate['step'] : estimate;
  const mean = meanOf(estimate, step);
  const { moved, movedLabelled } = step;
  const differs =
    typeof moved === 'number'
      ? `${moved} decisions differ${typeof movedLabelled === 'number' ? `, ${figure(movedLabelled)} of them judged` : ''}`
      : undefined;
  return [mean === undefined ? undefined : `cost of a decision ${mean}`, differs].filter(Boolean).join('; ');
}

const tones: Readonly<Record<string, 'bad' | 'good' | 'warn'>> = {
  better: 'good',
  worse: 'bad',
  neutral: 'warn',
  unproven: 'warn',
};

/** What a change did, as far as it was measured. */
export function effectOf({ action, measured }: Pick<Change, 'action' | 'measured'>): {
  readonly verdict: string | undefined;
  readonly tone: string;
  readonly words: string;
} {
  if (measured === null)
    return {
      verdict: undefined,
      tone: '',
      words: action === 'publish' ? 'Not measured yet.' : 'Nothing to measure.',
    };
  const verdict = typeof measured['verdict'] === 'string' ? measured['verdict'] : undefined;
  const mean = meanOf(measured['effect'], measured['fresh'], measured);
  return {
    verdict: verdict === undefined ? undefined : spaced(verdict),
    tone: tones[verdict ?? ''] ?? '',
    words: mean === undefined ? '' : `cost of a decision ${mean}.`,
  };
}
