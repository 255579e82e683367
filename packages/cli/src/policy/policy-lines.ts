import type {
  LabelView,
  PolicyChangeView,
  PolicyDetail,
  PolicyDiffView,
  PolicyRequestView,
  PolicyVersionView,
  PolicyView,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { colour, table } from '../terminal.ts';

type Figures = Readonly<Record<string, unknown>>;

/** Policies as a table. Times are of `zone`, here and below. */
export function policyTable(policies: readonly PolicyView[], zone: string): string {
  const rows = policies.map((policy) => [
    policy.name,
    policy.live_version === null ? `${refOf(policy.base)} does` : `${policy.live_version}`,
    policy.newest_version === null ? '' : `${policy.newest_version}`,
    policy.base === null ? 'releases only' : refOf(policy.base),
    policy.pinned === null ? '' : `${policy.pinned.version}${byWhom(policy.pinned)}`,
    policy.cycled_at === null ? '' : localTime(policy.cycled_at, zone),
  ]);
  return table(['policy', 'decides', 'newest', 'departs from', 'pinned', 'last looked at'], rows);
}

type Pinned = NonNullable<PolicyView['pinned']>;
const byWhom = ({ by }: Pinned) => (by === null ? '' : ` by ${by}`);
const refOf = (ref: PolicyView['base']) => (ref === null ? 'nothing' : `${ref.name}@${ref.version}`);

/** A policy with how it does and who decides by it. */
export function policyLines(policy: PolicyDetail, zone: string): string[] {
  const {
    adoption,
    base,
    cycled_at: cycled,
    departures,
    live_version: live,
    name,
    pinned,
    replicas,
  } = policy;
  return [
    live === null
      ? `${colour.bold(name)}: decides by ${refOf(base)}; nothing was changed yet`
      : colour.bold(`${name}@${live}`),
    `departs from  ${base === null ? 'nothing: only a release changes it' : refOf(base)}`,
    `pinned        ${pinned === null ? 'no' : `to version ${pinned.version}${byWhom(pinned)} at ${localTime(pinned.at, zone)}`}`,
    ...(cycled === null ? [] : [`last looked   ${localTime(cycled, zone)}`]),
    ...(adoption === null ? [] : [`digests       ${adoption.adopted} of ${adoption.live} decide by it`]),
    ...(replicas ?? [])
      .filter(({ version }) => version !== live)
      .map(({ version, worker_id: worker }) =>
        colour.yellow(
          `              ${worker}: ${version === null ? 'tells of none' : `version ${version}`}`,
        ),
      ),
    ...(departures.length === 0 ? [] : ['', weightTable(departures)]),
    ...standingLines(policy, zone),
  ];
}

function standingLines({ standing }: PolicyDetail, zone: string): string[] {
  if (standing === null) return [];
  const { decisions, labelled, one_to_one: alone, outcome, pressures, shares } = standing;
  const shareRows = shares.map(({ high, low, mode, share }) => [
    mode,
    percent(share),
    `${percent(low)} to ${percent(high)}`,
    share >= low && share <= high ? '' : 'outside',
  ]);
  const pressureRows = pressures.map(({ excess, name, threshold, value }) => [
    name,
    figure(value),
    figure(threshold),
    figure(excess),
    excess > 1 ? 'presses' : '',
  ]);
  return [
    '',
    `At ${localTime(standing.at, zone)}: ${outcome.replaceAll('_', ' ')}; ${decisions} decisions, ${labelled} of them labelled.`,
    alone === 0
      ? 'No talk of one person with the agent.'
      : table(['mode', 'share', 'healthy', ''], shareRows),
    ...(pressureRows.length === 0
      ? ['Nothing presses.']
      : [table(['pressure', 'value', 'threshold', 'by', ''], pressureRows)]),
  ];
}

/** A version with its weights. */
export function versionLines(version: PolicyVersionView, zone: string): string[] {
  const { created_at: at, name, parent, reason, weights } = version;
  const rows = Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    colour.bold(`${name}@${version.version}`),
    `published  ${localTime(at, zone)}`,
    `made of    ${parent === null ? 'a release' : `${parent.name}@${parent.version}`}`,
    ...(reason === null ? [] : ['because', ...figureLines(reason)]),
    '',
    table(
      ['weight', 'value'],
      rows.map(([weight, value]) => [weight, figure(value)]),
    ),
  ];
}

/** Weights that differ. */
export function diffLines({ from, to, weights }: PolicyDiffView): string[] {
  const between = `${from.name}@${from.version} and ${to.name}@${to.version}`;
  if (weights.length === 0) return [`Between ${between} no weight differs.`];
  return [`Between ${between}:`, weightTable(weights)];
}

function weightTable(changes: PolicyDiffView['weights']): string {
  const rows = changes.map(({ from, parameter, to }) => [
    parameter,
    from === null ? '-' : figure(from),
    to === null ? '-' : figure(to),
    from === null || to === null ? '' : signed(to - from),
  ]);
  return table(['weight', 'from', 'to', 'moved'], rows);
}

const actions: Readonly<Record<PolicyChangeView['action'], string>> = {
  publish: 'changed',
  confirm: 'kept',
  revert: 'taken back',
  release: 'new release',
  pin: 'pinned',
  unpin: 'unpinned',
  rollback: 'rolled back',
};

/** A change: what, why, what was expected of it and what it did. */
export function changeLines(change: PolicyChangeView, zone: string): string[] {
  const { adopted_at: adopted, at, cause, estimate, measured, parameter, pressure } = change;
  const moved =
    parameter === null ? '' : `  ${parameter} ${shown(change.value_before)} -> ${shown(change.value_after)}`;
  const { parent_version: parent, version } = change;
  const versions = parent === null || parent === version ? `${version}` : `${parent} -> ${version}`;
  return [
    `${colour.bold(actions[change.action])}  version ${versions}${moved}  ${colour.dim(localTime(at, zone))}`,
    `  why       ${cause}${pressure === null ? '' : ` (pressed by ${pressure})`}`,
    ...(estimate === null ? [] : [`  expected  ${effectOf(estimate)}`]),
    ...(measured === null ? [] : [`  did       ${effectOf(measured)}`]),
    ...(adopted === null ? [] : [colour.dim(`  everywhere since ${localTime(adopted, zone)}`)]),
  ];
}

/** A verdict and a cost: the first that has bounds, else the first that there is; without any, all figures. */
function effectOf(figures: Figures): string {
  const verdict = typeof figures['verdict'] === 'string' ? `${figures['verdict']}: ` : '';
  const costs = [figures['effect'], figures['step'], figures['fresh'], figures].flatMap(costOf);
  const cost = costs.find(({ bounds }) => bounds !== '') ?? costs[0];
  if (cost === undefined)
    return figureLines(figures)
      .map((line) => line.trim())
      .join(', ');
  return `${verdict}cost of a decision ${cost.mean}${cost.bounds === '' ? ', too few to be sure' : ` (${cost.bounds})`}`;
}

function costOf(part: unknown): { readonly mean: string; readonly bounds: string }[] {
  const { lower, mean, upper } = (part ?? {}) as Figures;
  if (typeof mean !== 'number') return [];
  const isSure = typeof lower === 'number' && typeof upper === 'number';
  return [{ mean: signed(mean), bounds: isSure ? `${signed(lower)} to ${signed(upper)}` : '' }];
}

/** A request with what came of it. */
export function requestLines(request: PolicyRequestView, zone: string): string[] {
  const { asked_at: at, asked_by: by, kind, outcome, policy, state, version } = request;
  const what = `${kind} ${policy}${version === null ? '' : `@${version}`}`;
  return [
    `${what}: ${state === 'done' ? colour.green(state) : colour.yellow(state)}`,
    ...(outcome === null ? [] : kind === 'simulate' ? simulationLines(outcome) : figureLines(outcome)),
    colour.dim(`  asked by ${by} at ${localTime(at, zone)}, ${request.request_id}`),
  ];
}

/** What a simulation found; figures that are none of one as they are. */
function simulationLines(outcome: Figures): string[] {
  const { against, cost, days, decisions, labelled, modes, moved, moved_labelled: movedLabelled } = outcome;
  const { moved_people: movedPeople, people, policy, unreadable, version } = outcome;
  const [change] = costOf(cost);
  if (change === undefined) return figureLines(outcome);
  const of = typeof policy === 'string' ? policy : 'version ';
  const { candidate = {}, live = {} } = (modes ?? {}) as Readonly<Record<string, Figures>>;
  const rows = Object.keys(live).map((mode) => [mode, shownCount(live[mode]), shownCount(candidate[mode])]);
  return [
    `  ${shownCount(decisions)} decisions of ${shownCount(people)} people within ${shownCount(days)} days, ${shownCount(labelled)} of them labelled`,
    `  ${shownCount(moved)} would get another mode, of ${shownCount(movedPeople)} people; ${shownCount(movedLabelled)} of those are labelled`,
    `  cost of a decision ${change.mean}${change.bounds === '' ? ', too few to be sure' : ` (${change.bounds})`}; below 0 it is better than ${of}@${shownCount(against)}, which decides`,
    ...(unreadable === 0 ? [] : [`  ${shownCount(unreadable)} could not be read`]),
    ...table(
      ['  mode', `${of}@${shownCount(against)}`, `asked, from ${of}@${shownCount(version)}`],
      rows.map(([mode = '', ...counts]) => [`  ${mode}`, ...counts]),
    ).split('\n'),
  ];
}

const shownCount = (value: unknown) => (typeof value === 'number' ? figure(value) : '-');

/** Labels as a table. */
export function labelTable(labels: readonly LabelView[], zone: string): string {
  const rows = labels.map((label) => [
    localTime(label.at, zone),
    label.turn_id,
    label.kind,
    label.mode,
    label.wanted ?? '',
    `${label.given_via}: ${label.reason}${foundedOn(label)}`,
    figure(label.confidence),
    `${label.policy.name}@${label.policy.version}`,
  ]);
  return table(['at', 'turn', 'says', 'mode', 'wanted', 'by', 'sure', 'policy'], rows);
}

/** What a review is founded on: how ambiguous the message was for it, and what had a part in what was wrong. */
function foundedOn({ review }: LabelView): string {
  if (review === null) return '';
  const { ambiguity, dimensions } = review;
  const parts = Object.entries({ ambiguity, ...dimensions }).filter(([, part]) => part > 0);
  return parts.map(([name, part]) => `, ${name} ${figure(part)}`).join('');
}

/** Figures of any depth, a line each, by the path to it. */
function figureLines(figures: Figures, path = ''): string[] {
  return Object.entries(figures).flatMap(([name, value]) => {
    const place = `${path}${name}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return figureLines(value as Figures, `${place}.`);
    return [`  ${place}: ${typeof value === 'number' ? figure(value) : plain(value)}`];
  });
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shown(value: number | null): string {
  return value === null ? '-' : figure(value);
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${figure(value)}`;
}

function percent(value: number): string {
  return `${Math.round(value * 1_000) / 10} %`;
}

function figure(value: number): string {
  return `${Math.round(value * 10_000) / 10_000}`;
}
