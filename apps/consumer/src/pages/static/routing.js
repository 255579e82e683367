// How routing learns: policies, how they do, and every change with why it was made and what it did. Everything comes from this server.
const byId = (id) => document.getElementById(id);
const api = '/operator/policies';

/** An element with text or other elements in it; never HTML. */
function element(name, content, className) {
  const made = document.createElement(name);
  made.append(...(Array.isArray(content) ? content : [content]));
  if (className) made.className = className;
  return made;
}

function row(...cells) {
  return element('tr', cells);
}

/** A table of rows of cells, each a text or an element, that scrolls by itself; `numbers` are the columns to the right. */
function table(headings, rows, numbers = []) {
  const side = (at) => (numbers.includes(at) ? 'number' : '');
  const head = row(...headings.map((heading, at) => element('th', heading, side(at))));
  const body = rows.map((cells) => row(...cells.map((cell, at) => element('td', cell, side(at)))));
  return element('div', [element('table', [element('thead', [head]), element('tbody', body)])], 'scroll');
}

function clock(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A number to three places behind the dot, without zeros that say nothing. */
function figure(value) {
  return typeof value === 'number' ? `${Math.round(value * 1_000) / 1_000}` : '–';
}

function signed(value) {
  return `${value > 0 ? '+' : ''}${figure(value)}`.replace('-', '−');
}

function percent(value) {
  return `${Math.round(value * 1_000) / 10} %`;
}

const spaced = (code) => code.replaceAll('_', ' ');

/** The first of these objects that has a mean and an interval, else a mean: too few decisions have no interval. */
function meanOf(...candidates) {
  const known = candidates.filter((one) => typeof one?.mean === 'number');
  const found =
    known.find(({ lower, upper }) => typeof lower === 'number' && typeof upper === 'number') ?? known[0];
  if (found === undefined) return undefined;
  const { lower, mean, upper } = found;
  const isSure = typeof lower === 'number' && typeof upper === 'number';
  return isSure
    ? `${signed(mean)} (${signed(lower)} to ${signed(upper)})`
    : `${signed(mean)}, too few to be sure`;
}

function estimateOf(estimate) {
  if (estimate === null) return ['–'];
  const lines = [meanOf(estimate, estimate.step) ?? ''];
  const { moved, movedLabelled } = estimate.step ?? estimate;
  if (typeof moved === 'number')
    lines.push(
      `${moved} decisions differ${typeof movedLabelled === 'number' ? `, ${movedLabelled} of them labelled` : ''}`,
    );
  return linesOf(lines);
}

const verdicts = {
  better: 'good',
  worse: 'bad',
  neutral: 'warn',
  unproven: 'warn',
};

function measuredOf({ action, measured }) {
  if (measured === null) return [action === 'publish' ? 'not yet' : '–'];
  const verdict = typeof measured.verdict === 'string' ? measured.verdict : undefined;
  const said =
    verdict === undefined ? [] : [element('span', spaced(verdict), `dot ${verdicts[verdict] ?? ''}`)];
  const mean = meanOf(measured.effect, measured.fresh, measured);
  return [...said, ...linesOf([mean ?? ''])];
}

function linesOf(lines) {
  return lines.filter((line) => line !== '').map((line) => element('div', line));
}

const actions = {
  publish: 'changed',
  confirm: 'kept',
  revert: 'taken back',
  release: 'new release',
  pin: 'pinned',
  unpin: 'unpinned',
  rollback: 'rolled back',
};

function changeRow(change) {
  const {
    action,
    adopted_at: adopted,
    at,
    cause,
    parameter,
    parent_version: parent,
    pressure,
    version,
  } = change;
  const moved =
    parameter === null
      ? '–'
      : [
          element('code', parameter),
          element('div', `${figure(change.value_before)} → ${figure(change.value_after)}`, 'soft'),
        ];
  return [
    [clock(at), element('div', adopted === null ? '' : `everywhere since ${clock(adopted)}`, 'soft')],
    [
      actions[action] ?? action,
      element(
        'div',
        parent === null || parent === version ? `version ${version}` : `version ${parent} → ${version}`,
        'soft',
      ),
    ],
    moved,
    [cause, element('div', pressure === null ? '' : `pressed by ${spaced(pressure)}`, 'soft')],
    estimateOf(change.estimate),
    measuredOf(change),
  ];
}

const namespace = 'http://www.w3.org/2000/svg';

function drawn(name, attributes) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A bar from 0 to 100 %, with the healthy part shaded and a mark at the share. */
function band({ high, low, mode, share }) {
  const inside = share >= low && share <= high;
  const picture = drawn('svg', {
    viewBox: '0 0 100 10',
    preserveAspectRatio: 'none',
    class: 'band',
    role: 'img',
    'aria-label': `${percent(share)} ${mode}`,
  });
  picture.append(
    drawn('rect', { class: 'all', x: 0, y: 3, width: 100, height: 4 }),
    drawn('rect', { class: 'healthy', x: low * 100, y: 3, width: (high - low) * 100, height: 4 }),
    drawn('rect', {
      class: inside ? 'mark good' : 'mark bad',
      x: Math.min(99, share * 100),
      y: 0,
      width: 1,
      height: 10,
    }),
  );
  return [
    mode,
    picture,
    element('span', percent(share), inside ? '' : 'problem'),
    element('span', `${percent(low)} to ${percent(high)}`, 'soft'),
  ];
}

function showStanding({ standing }) {
  byId('shares-note').hidden = standing === null;
  if (standing === null) {
    byId('shares-of').textContent = '';
    const none = 'The regulator has not looked at decisions of this policy yet.';
    byId('shares').replaceChildren(element('p', none, 'soft'));
    byId('pressures').replaceChildren(element('p', none, 'soft'));
    return;
  }
  const {
    decisions,
    labelled,
    one_to_one: alone,
    outcome,
    pressures,
    shares,
    tiebreak_share: tiebreaks,
  } = standing;
  byId('shares-of').textContent = `· ${alone} decisions`;
  byId('shares').replaceChildren(
    alone === 0
      ? element('p', 'No talk of one person with the agent.', 'soft')
      : table(['mode', '', 'share', 'healthy'], shares.map(band), [2, 3]),
  );
  const rows = pressures.map(({ excess, name, threshold, value }) => [
    element('span', spaced(name), `dot ${excess > 1 ? 'bad' : 'good'}`),
    figure(value),
    figure(threshold),
    `${figure(excess)} ×`,
  ]);
  byId('pressures').replaceChildren(
    rows.length === 0
      ? element('p', 'Nothing presses.', 'soft')
      : table(['what', 'value', 'threshold', 'excess'], rows, [1, 2, 3]),
    element(
      'p',
      `${clock(standing.at)}: ${spaced(outcome)}. ${decisions} decisions, ${labelled} of them labelled; the tie-breaker was asked about ${percent(tiebreaks)}.`,
      'soft',
    ),
  );
}

function showReplicas({ adoption, live_version: live, replicas }) {
  byId('replicas-of').textContent = adoption === null ? '' : `· ${adoption.adopted} of ${adoption.live}`;
  const rows = (replicas ?? []).map(({ version, worker_id: worker }) => [
    element('code', worker),
    element(
      'span',
      version === null ? 'tells of none' : `version ${version}`,
      `dot ${version === live ? 'good' : 'warn'}`,
    ),
  ]);
  byId('replicas').replaceChildren(
    rows.length === 0
      ? element(
          'p',
          adoption !== null
            ? 'No digest beats.'
            : live === null
              ? 'Nothing was changed yet.'
              : 'Only a release changes this policy.',
          'soft',
        )
      : table(['digest', 'decides by'], rows),
  );
}

function showWeights({ base, departures }) {
  byId('weights-of').textContent = base === null ? '' : `· against ${base.name} ${base.version}`;
  const rows = departures.map(({ from, parameter, to }) => [
    element('code', parameter),
    figure(from),
    figure(to),
    from === null || to === null ? '–' : signed(to - from),
  ]);
  byId('weights').replaceChildren(
    rows.length === 0
      ? element('p', 'None: every weight is as it came.', 'soft')
      : table(['weight', base === null ? 'before' : base.name, 'now', 'moved'], rows, [1, 2, 3]),
  );
}

let shownPolicy;
let changes = [];
let next = null;

async function ask(path) {
  const response = await fetch(path);
  if (response.ok) return await response.json();
  byId('closed').hidden = response.status !== 401;
  const { detail } = response.status === 401 ? { detail: '' } : await response.json();
  throw new Error(detail);
}

async function showHistory(more) {
  const cursor = more ? `&cursor=${encodeURIComponent(next)}` : '';
  const page = await ask(`${api}/${encodeURIComponent(shownPolicy)}/history?limit=50${cursor}`);
  changes = more ? [...changes, ...page.items] : page.items;
  next = page.next;
  byId('history-of').textContent = `· ${shownPolicy}`;
  const headings = ['when', 'what', 'weight', 'why', 'expected', 'what it did'];
  byId('history').replaceChildren(
    changes.length === 0
      ? element('p', 'Nothing was changed yet.', 'soft')
      : table(headings, changes.map(changeRow)),
  );
  byId('more').hidden = next === null;
}

async function showPolicy(name) {
  shownPolicy = name;
  const detail = await ask(`${api}/${encodeURIComponent(name)}`);
  showStanding(detail);
  showReplicas(detail);
  showWeights(detail);
  await showHistory(false);
}

function policyRow(policy) {
  const { base, cycled_at: cycled, live_version: live, name, newest_version: newest, pinned } = policy;
  const choose = element('button', name, 'plain');
  choose.setAttribute('aria-pressed', `${name === shownPolicy}`);
  choose.addEventListener('click', () => void begin(name));
  return row(
    element('td', [choose]),
    element('td', live === null ? `${base.name} ${base.version}` : `${live}`, 'number'),
    element('td', newest === null ? '–' : `${newest}`, 'number'),
    element('td', base === null ? 'nothing: releases only' : `${base.name} ${base.version}`),
    element(
      'td',
      pinned === null
        ? '–'
        : `version ${pinned.version}${pinned.by === null ? '' : ` by ${pinned.by}`}, ${clock(pinned.at)}`,
    ),
    element('td', cycled === null ? '–' : clock(cycled)),
  );
}

/** The one that is asked for, or else the fleet's, or else the first. */
async function begin(wanted) {
  byId('problem').hidden = true;
  try {
    const { items } = await ask(api);
    const names = items.map(({ name }) => name);
    const name = [wanted, 'fleet', 'shipped'].find((one) => names.includes(one)) ?? names[0];
    byId('shown').hidden = false;
    if (name !== undefined) await showPolicy(name);
    byId('policies').replaceChildren(...items.map(policyRow));
  } catch (error) {
    byId('problem').hidden = error.message === '';
    byId('problem').textContent = error.message;
  }
}

byId('more').addEventListener('click', () => void showHistory(true));
void begin(decodeURIComponent(location.hash.slice(1)) || undefined);
