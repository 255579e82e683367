// Rooms as they are: who is there, who speaks, whose hand is up, what was said. Everything comes from this server, in the order of its numbers.
const byId = (id) => document.getElementById(id);

/** Socket.IO's client, which this server serves. */
const { io } = await import(byId('client').href);

/** An element with text or other elements in it; never HTML. */
function element(name, content, className) {
  const made = document.createElement(name);
  made.append(...(Array.isArray(content) ? content : [content]));
  if (className) made.className = className;
  return made;
}

function button(label, does, name = label) {
  const made = element('button', label, 'plain');
  made.type = 'button';
  made.setAttribute('aria-label', name);
  made.addEventListener('click', () => void does());
  return made;
}

function clock(at) {
  return new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });
}

/** The room that is shown, as of the event `seq`; nothing before it was read. */
let state;
let room = decodeURIComponent(location.hash.slice(1)) || undefined;
let moderates = false;
/** How rooms know this browser. */
let self;
const claims = new Map();

function complain(text) {
  byId('problem').hidden = text === '';
  byId('problem').textContent = text;
}

/** A name to be known by: a guest is asked for none and keeps one. */
function guestName() {
  const known = sessionStorage.getItem('guest');
  if (known !== null) return known;
  const made = `Guest ${Math.floor(Math.random() * 9_000) + 1_000}`;
  sessionStorage.setItem('guest', made);
  return made;
}

const socket = io({ transports: ['websocket'], autoConnect: false, auth: {}, reconnectionDelayMax: 2_000 });

/** Asks the room for something, and says what was refused. */
async function ask(name, input = {}) {
  try {
    const answer = await socket.timeout(10_000).emitWithAck(name, { channelId: room, ...input });
    complain(answer.ok ? '' : answer.problem.detail);
    return answer;
  } catch {
    complain('The server does not answer. This page tries again by itself.');
    return { ok: false };
  }
}

async function call(path, method = 'GET', body) {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Error(answer.detail ?? response.statusText);
}

const nameOf = ({ kind, member }) =>
  state.members.find((one) => one.kind === kind && one.member === member)?.display ?? member;
const isSelf = ({ kind, member }) => kind === 'human' && member === self;

function without(list, isOut) {
  return list.filter((one) => !isOut(one));
}

/** The state after an event. */
const after = {
  message: ({ message }) => {
    state.messages = [...state.messages, message].slice(-200);
  },
  hand: ({ hand }) => {
    const others = without(state.hands, ({ agentId }) => agentId === hand.agentId);
    state.hands = hand.state === 'lowered' ? others : [...others, hand];
  },
  joined: ({ member }) => {
    const others = without(state.members, (one) => one.kind === member.kind && one.member === member.member);
    state.members = [...others, member];
  },
  left: ({ memberKind, who }) => {
    if (isSelf({ kind: memberKind, member: who }))
      complain('You are not in this room any more. Choose a room.');
    state.members = without(state.members, ({ kind, member }) => kind === memberKind && member === who);
  },
  presence: ({ memberKind, present, who }) => {
    state.members = state.members.map((one) =>
      one.kind === memberKind && one.member === who ? { ...one, present } : one,
    );
  },
  speaker: ({ speaker }) => {
    state.speaker = speaker;
  },
  queue: ({ queue }) => {
    state.queue = queue;
  },
  claim: ({ agentId, messageId }) => {
    claims.set(messageId, agentId);
  },
};

/** Takes an event once and in order; asks for what is missing. */
async function take(event) {
  if (state === undefined || event.room !== room || event.seq <= state.seq) return;
  if (event.seq > state.seq + 1) {
    const missed = await ask('room:sync', { seq: state.seq });
    if (missed.state) begin(missed.state);
    for (const one of missed.events ?? []) apply(one);
  } else apply(event);
  show();
}

function apply(event) {
  if (event.seq !== state.seq + 1) return;
  after[event.kind]?.(event);
  state.seq = event.seq;
}

function begin(read) {
  if (read.id !== room || (state !== undefined && state.id === read.id && read.seq < state.seq)) return;
  state = structuredClone(read);
}

/** A drawn hand: not every machine has a font with one. */
function hand(className, title) {
  const drawn = document.createElement('img');
  drawn.src = '/assets/hand.svg';
  drawn.alt = '✋';
  const shown = element('span', [drawn], className);
  shown.title = title;
  return shown;
}

/** A hand as the switchboard shows it: an orange circle with a hand. */
function handOf(wish, isSpeaking) {
  if (wish?.state === 'raised') {
    const bid = Math.round(wish.bid * 100);
    return [hand('hand raised', `asks for the floor: ${wish.reason ?? 'asked'}, ${bid} %`)];
  }
  if (wish?.state === 'granted' && !isSpeaking)
    return [element('span', 'was given the floor, does not speak', 'soft')];
  return wish?.state === 'waiting' ? [hand('hand', 'wants to speak, and waits for a free place')] : [];
}

function memberRow(member) {
  const { display, kind, present } = member;
  const wish = kind === 'agent' ? state.hands.find(({ agentId }) => agentId === member.member) : undefined;
  const isSpeaking = state.speaker?.kind === kind && state.speaker.member === member.member;
  const name = element('span', display, `dot ${present ? 'good' : ''}`);
  name.title = present ? 'present' : 'away';
  const said = [
    name,
    element('span', kind === 'agent' ? 'agent' : 'person', 'soft'),
    ...handOf(wish, isSpeaking),
  ];
  if (isSpeaking) said.push(element('span', 'speaks', 'speaks'));
  const orders = [];
  if (moderates && !isSpeaking) {
    const meant = { kind, member: member.member };
    orders.push(button('Give floor', () => ask('floor:give', meant), `Give the floor to ${display}`));
    if (wish !== undefined)
      orders.push(button('Lower', () => ask('hand:lower', meant), `Lower the hand of ${display}`));
  }
  return element(
    'li',
    [element('span', said, 'who'), element('span', orders, 'orders')],
    isSpeaking ? 'now' : '',
  );
}

function queueRow({ display, interrupted, member, tier }) {
  const said = [element('span', display)];
  if (tier === 'emergency') said.push(element('span', 'emergency', 'urgent'));
  if (interrupted) said.push(element('span', 'was interrupted', 'soft'));
  const orders = moderates
    ? [
        button(
          'Take out',
          () => ask('hand:lower', { kind: 'human', member }),
          `Take ${display} out of the queue`,
        ),
      ]
    : [];
  return element('li', [element('span', said, 'who'), element('span', orders, 'orders')]);
}

function messageRow({ at, author, authorKind, content, display, id }) {
  const claimed = claims.get(id);
  const more = claimed === undefined ? '' : ` · answered by ${nameOf({ kind: 'agent', member: claimed })}`;
  const line = element(
    'p',
    [element('small', `${display} · ${clock(at)}${more}`), content],
    isSelf({ kind: authorKind, member: author }) ? 'mine' : 'theirs',
  );
  return line;
}

/** Agents first; who wants to speak before others. */
function inOrder(members) {
  const weight = ({ kind, member }) => {
    const hand = kind === 'agent' && state.hands.find(({ agentId }) => agentId === member);
    return (hand ? 2 : 0) + (kind === 'agent' ? 1 : 0);
  };
  return members.toSorted((a, b) => weight(b) - weight(a) || a.display.localeCompare(b.display));
}

function show() {
  if (state === undefined) return;
  const { hands, handsMax, members, messages, queue, speaker } = state;
  byId('room-title').textContent = `${state.name} · ${state.kind}`;
  byId('speaker').textContent =
    speaker === null ? 'Nobody has the floor.' : `${nameOf(speaker)} has the floor.`;
  const up = hands.filter((hand) => hand.state === 'raised').length;
  byId('hands-of').textContent = `· ${up} of ${handsMax} hands`;
  byId('members').replaceChildren(...inOrder(members).map(memberRow));
  byId('queue').replaceChildren(
    ...(queue.length === 0 ? [element('li', 'Nobody waits.', 'soft')] : queue.map(queueRow)),
  );
  const talk = byId('talk');
  const isAtEnd = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 60;
  talk.replaceChildren(...messages.map(messageRow));
  if (isAtEnd) talk.scrollTop = talk.scrollHeight;
  const isQueued = queue.some(({ member }) => member === self);
  const speaks = speaker !== null && isSelf(speaker);
  for (const id of ['say', 'hand']) byId(id).hidden = false;
  byId('raise').hidden = isQueued || speaks;
  byId('emergency').hidden = !moderates || speaks;
  byId('lower').hidden = !isQueued;
  byId('done').hidden = speaker === null || !(moderates || speaks);
  byId('next').hidden = !moderates || queue.length === 0;
  byId('add').hidden = !moderates;
}

async function showRooms() {
  try {
    const { items } = await call('/rooms');
    room ??= items[0]?.id;
    byId('rooms').replaceChildren(
      ...(items.length === 0
        ? [element('p', 'There is no room yet.', 'soft')]
        : items.map(({ id, name, raised }) => {
            const choose = button(
              raised > 0 ? `${name} (${raised} raised)` : name,
              () => enter(id),
              `Enter ${name}`,
            );
            choose.setAttribute('aria-pressed', `${id === room}`);
            return choose;
          })),
    );
  } catch (error) {
    complain(error.message);
  }
}

async function enter(id) {
  if (room !== undefined && room !== id) await ask('leave_channel');
  room = id;
  state = undefined;
  location.hash = encodeURIComponent(id);
  await ask('join_channel');
  await showRooms();
}

/** Whether this browser is signed in as the person of this machine. */
async function lookWho() {
  const response = await fetch('/session');
  moderates = response.ok;
  const name = moderates ? 'Owner' : guestName();
  self = moderates ? 'owner' : name.normalize('NFKC').toLowerCase();
  socket.auth = { name };
  byId('unsigned').hidden = moderates;
  byId('make').hidden = !moderates;
}

async function connected() {
  byId('link').className = 'dot good';
  byId('link').textContent = 'connected';
  await showRooms();
  if (room !== undefined) await ask('join_channel');
}

socket.on('connect', () => void connected());
socket.on('disconnect', () => {
  byId('link').className = 'dot bad';
  byId('link').textContent = 'connecting again';
});
socket.on('connect_error', (error) => complain(error.data?.detail ?? 'The server does not answer.'));
socket.on('room:state', (read) => {
  begin(read);
  show();
});
socket.on('room:event', (event) => void take(event));

/** What a form does in place of being sent. */
function onSubmit(id, does) {
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void does();
  });
}

onSubmit('say', async () => {
  const { value } = byId('text');
  byId('text').value = '';
  const { ok } = await ask('post_message', { content: value, id: crypto.randomUUID?.() });
  if (!ok) byId('text').value = value;
});
byId('raise').addEventListener('click', () => void ask('queue:raise', { tier: 'normal' }));
byId('emergency').addEventListener('click', () => void ask('queue:raise', { tier: 'emergency' }));
byId('lower').addEventListener('click', () => void ask('queue:lower'));
byId('done').addEventListener('click', () => void ask('floor:end'));
byId('next').addEventListener('click', () => void ask('floor:give'));
onSubmit('add', async () => {
  try {
    await call(`/rooms/${encodeURIComponent(room)}/members`, 'POST', { agent: byId('agent').value.trim() });
    byId('agent').value = '';
    complain('');
  } catch (error) {
    complain(error.message);
  }
});
onSubmit('make', async () => {
  try {
    const { id } = await call('/rooms', 'POST', { id: byId('new-room').value.trim() });
    byId('new-room').value = '';
    await enter(id);
  } catch (error) {
    complain(error.message);
  }
});
globalThis.addEventListener('hashchange', () => {
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted !== '' && wanted !== room) void enter(wanted);
});

await lookWho();
socket.connect();

export {};
