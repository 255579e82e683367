// The first page: what runs here, and a small conversation. Everything comes from this server.
const refreshMs = 5_000;
const shownToOperators = ['tiles', 'queues-card', 'workers-card'];
const byId = (id) => document.getElementById(id);

/** A table cell or any other element with text; never HTML. */
function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function row(...cells) {
  const made = document.createElement('tr');
  made.append(...cells);
  return made;
}

function age(ms) {
  if (ms === null || ms === undefined || ms === 0) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}

async function showReady() {
  const response = await fetch('/ready');
  const { ready, parts } = await response.json();
  byId('ready').textContent = ready ? 'Ready: messages are answered' : 'Not ready';
  byId('ready').className = `dot ${ready ? 'good' : 'bad'}`;
  const lines = Object.entries(parts ?? {}).map(([name, part]) =>
    element('div', `${name}: ${part.detail}`, `dot ${part.ok ? 'good' : 'bad'}`),
  );
  byId('parts').replaceChildren(...lines);
}

const shades = { ready: 'good', starting: 'warn', draining: 'warn', stopped: '', lost: 'bad' };

function showFleet(fleet) {
  byId('turns').textContent = fleet.lanes.turns;
  byId('oldest').textContent = age(fleet.lanes.oldest_ms);
  byId('letters').textContent = fleet.dead_letters;
  byId('quarantined').textContent = fleet.quarantined;
  byId('backend').textContent = fleet.queues === null ? '· do not answer' : `· on ${fleet.backend}`;
  const queues = (fleet.queues ?? []).map((queue) =>
    row(
      element('td', queue.queue),
      ...[queue.waiting, queue.active, queue.delayed, queue.failed].map((n) => element('td', n, 'number')),
      element('td', age(queue.oldest_ms), 'number'),
    ),
  );
  byId('queues').replaceChildren(...queues);
  const seenWorkers = fleet.workers.filter((worker) => worker.state !== 'stopped');
  const workers = seenWorkers.map((worker) =>
    row(
      element('td', worker.app, `dot ${shades[worker.state] ?? ''}`),
      element('td', worker.jobs_done, 'number'),
      element('td', worker.running.length, 'number'),
      element('td', worker.state === 'ready' ? 'now' : worker.state),
    ),
  );
  byId('workers').replaceChildren(...workers);
}

/** The latest open ones, with how often each failed like that. */
async function showLetters(open) {
  byId('letters-card').hidden = open === 0;
  if (open === 0) return;
  const response = await fetch('/operator/dead-letters?limit=5');
  if (!response.ok) return;
  const { items } = await response.json();
  const rows = items.map((letter) =>
    row(
      element('td', letter.job),
      element('td', letter.code),
      element('td', letter.count, 'number'),
      element('td', clock(letter.last_at)),
    ),
  );
  byId('letter-rows').replaceChildren(...rows);
}

async function showOperator() {
  const response = await fetch('/operator/fleet');
  byId('sign-in-card').hidden = response.status !== 401;
  for (const id of shownToOperators) byId(id).hidden = !response.ok;
  if (!response.ok) {
    byId('letters-card').hidden = true;
    return;
  }
  const fleet = await response.json();
  showFleet(fleet);
  await showLetters(fleet.dead_letters);
}

/** The address that "salience open" prints carries a code that signs this browser in once; it goes from the address first. */
async function useCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = await response.json();
  byId('signed').hidden = response.ok;
  byId('signed').textContent = response.ok ? '' : answer.detail;
}

/** A browser that signed in can sign out: as this machine's person, as an operator, or as both. */
async function showWho() {
  const sessions = [];
  for (const path of ['/session', '/operator/session']) {
    const response = await fetch(path);
    if (path === '/session') byId('unsigned').hidden = response.ok;
    const session = response.ok ? await response.json() : { seconds: null };
    if (session.seconds !== null) sessions.push({ path, actor: session.actor.replace('operator:', '') });
  }
  if (sessions.length === 0) return;
  const out = element('button', 'sign out', 'plain');
  const signOut = async () => {
    for (const { path } of sessions) await fetch(path, { method: 'DELETE' });
    location.reload();
  };
  out.addEventListener('click', () => void signOut());
  const actors = [...new Set(sessions.map(({ actor }) => actor))];
  byId('who').replaceChildren(`${actors.join(', ')} · `, out);
}

async function refresh() {
  if (!document.hidden) await Promise.allSettled([showReady(), showOperator()]);
  setTimeout(() => void refresh(), refreshMs);
}

/** Yields the events of a stream as they come: their data, and the id to go on after. */
async function* eventsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      const valueOf = (name) => lines.find((one) => one.startsWith(name))?.slice(name.length);
      const data = valueOf('data: ');
      if (data) yield { ...JSON.parse(data), id: valueOf('id: ') };
    }
  }
}

/** Turns that were begun or told on this page, and the thread that it listens to. */
const own = new Set();
let heard;

/** The events of a stream without an end, on from where it broke, while `on()` says so. It ends where this browser may not listen. */
async function* streamOf(path, on) {
  let after;
  while (on()) {
    try {
      const position = after === undefined ? {} : { 'last-event-id': after };
      const response = await fetch(path, { headers: { ...headers(), ...position } });
      if (response.status === 401 || response.status === 404) return;
      if (response.ok)
        for await (const event of eventsOf(response)) {
          after = event.id;
          if (!on()) return;
          yield event;
        }
    } catch {
      // The server is away; what ended meanwhile comes when it is back.
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Tells every other turn of the thread that somebody asked for when it has ended: what was said elsewhere. */
async function listen(thread) {
  if (heard === thread) return;
  heard = thread;
  for await (const event of streamOf(`/threads/${thread}/events`, () => heard === thread))
    if (event.type === 'turn' && !selfStarted.includes(event.source)) showHeard(event);
}

/** What begins a turn that nobody asked for; the stream of the agent tells those, of whatever thread. */
const selfStarted = ['reminder', 'schedule', 'approval', 'thought', 'task', 'triage', 'review', 'report'];
let listening = false;

/** Tells what the agent begins by itself, first what nobody has seen yet. */
async function listenToAgent() {
  if (listening) return;
  listening = true;
  for await (const event of streamOf('/notices/events?missed=true', () => true))
    if (event.type === 'notice') showHeard(event);
  // A key may still be given.
  listening = false;
}

/** The clock of who reads this, with its zone. */
function clock(at) {
  return (
    new Date(at).toLocaleString(undefined, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }) +
    ` (${zone})`
  );
}

/** The zone that counts for who reads this; the browser's until the server has said it. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

async function showZone() {
  const response = await fetch('/people/owner', { headers: headers() });
  if (response.ok) zone = (await response.json()).zone_in_use;
}

function showHeard({ turn_id: turn, source, text, reply, state, duration_ms, error, late, notice }) {
  if (own.has(turn)) return;
  own.add(turn);
  const talk = byId('talk');
  if (notice === undefined) talk.append(element('p', text, 'mine'));
  if (reply) talk.append(element('p', reply.text, 'theirs'));
  else if (error) talk.append(element('p', error.message, 'theirs problem'));
  talk.append(
    outcome({ state, duration_ms, turn_id: turn }, notice ? beginningOf(source, late, notice) : ''),
  );
  talk.scrollTop = talk.scrollHeight;
}

/** What began it, where it belongs, and for one that comes late when it was due and how it was sent already. */
function beginningOf(source, late, notice) {
  const parts = [source === 'approval' ? 'after your answer' : source, `in ${notice.thread_key}`];
  if (late) parts.push(`late: it was due ${clock(notice.due_at)}`);
  for (const { kind, settled_at: at, state } of notice.deliveries)
    if (state === 'delivered' && at) parts.push(`already sent to your ${kind} at ${clock(at)}`);
  return `${parts.join(', ')} · `;
}

function headers() {
  const key = byId('key').value.trim();
  return {
    'content-type': 'application/json',
    // A browser that hides where it is says none.
    'x-device-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
}

async function say(text) {
  const talk = byId('talk');
  const answer = element('p', '…', 'theirs');
  talk.append(element('p', text, 'mine'), answer);
  answer.scrollIntoView({ block: 'nearest' });
  const response = await fetch('/chat', {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ text, source: 'page' }),
  });
  if (!response.ok) {
    const problem = await response.json();
    if (response.status === 401) byId('keyed').hidden = false;
    answer.textContent = problem.detail;
    answer.classList.add('problem');
    return;
  }
  own.add(response.headers.get('x-turn-id'));
  void listen(response.headers.get('x-thread-id'));
  let said = '';
  for await (const event of eventsOf(response)) {
    if (event.type === 'delta') said += event.text;
    if (event.type === 'reset') said = '';
    if (event.type === 'message') said = event.text;
    if (event.type === 'error') said = event.message;
    if (event.type === 'done') talk.append(outcome(event));
    answer.textContent = said === '' ? '…' : said;
    talk.scrollTop = talk.scrollHeight;
  }
  if (said === '') answer.remove();
}

function outcome({ state, duration_ms: ms, turn_id: turn }, beginning = '') {
  const line = element('small', `${beginning}${state} in ${age(ms)} · `);
  const why = element('a', 'why');
  why.href = `/turns/${turn}/why`;
  line.append(why);
  return line;
}

byId('say').addEventListener('submit', (event) => {
  event.preventDefault();
  void sent(event.target.querySelector('button'));
});

async function sent(button) {
  const text = byId('text').value;
  byId('text').value = '';
  button.disabled = true;
  try {
    await say(text);
  } catch {
    byId('talk').append(element('p', 'The server does not answer. Try again in a moment.', 'theirs problem'));
  } finally {
    button.disabled = false;
    byId('text').focus();
  }
}

/** Another key may be of another agent, and may listen. */
async function keyGiven() {
  await showZone().catch(() => {});
  await listenToAgent();
}

/** What is shown depends on who this browser is, so that comes first. */
async function begin() {
  await useCode().catch(() => {});
  await showZone().catch(() => {});
  void listenToAgent();
  await Promise.allSettled([refresh(), showWho()]);
}

addEventListener('hashchange', () => void useCode().then(showWho));
byId('key').addEventListener('change', () => void keyGiven());
void begin();
