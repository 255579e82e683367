import type { ApprovalView, InboxAction, InboxItem } from '@salience/contracts';
import {
  type ApprovalRow,
  approvalsOf,
  type ProposedZone,
  proposedZones,
  type WaitingHand,
  waitingHands,
  type WaitingRow,
} from '@salience/database/acting';
import { listRooms } from '@salience/database/rooms';
import { type ActivationRow, activationsOf, listModules } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { activationView } from '../pulse/activation-view.ts';
import { questionOf } from '../pulse/activations.ts';
import { ownerZone } from '../pulse/owner-zone.ts';
import { approvalView } from '../turns/approval-view.ts';

/** What waits, with what is asked and the requests that answer it. What was answered since it was listed is left out. */
export async function inboxItems(
  context: ConsumerContext,
  caller: Caller,
  rows: readonly WaitingRow[],
): Promise<InboxItem[]> {
  const { db } = context;
  const { agent } = caller;
  const idsOf = (kind: WaitingRow['kind']) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const read = async <T>(
    kind: WaitingRow['kind'],
    load: (ids: readonly string[]) => Promise<readonly T[]>,
    key: (row: T) => string,
  ): Promise<ReadonlyMap<string, T>> => {
    const ids = idsOf(kind);
    return new Map((ids.length === 0 ? [] : await load(ids)).map((row) => [key(row), row]));
  };
  const [approvals, zones, looks, hands, rooms, modules, zoneOfOwner] = await Promise.all([
    read(
      'approval',
      (ids) => approvalsOf(db, agent.id, ids),
      (row: ApprovalRow) => row.id,
    ),
    read(
      'zone',
      (ids) => proposedZones(db, agent.id, ids),
      (row: ProposedZone) => row.id,
    ),
    read(
      'look',
      (ids) => activationsOf(db, agent.id, ids),
      (row: ActivationRow) => row.id,
    ),
    read(
      'hand',
      (ids) => waitingHands(db, agent.id, ids),
      (row: WaitingHand) => row.channel,
    ),
    idsOf('hand').length === 0 ? [] : listRooms(db, { agentId: agent.id }),
    idsOf('look').length === 0 ? [] : listModules(db, agent.id),
    ownerZone(context, caller),
  ]);
  const ownRooms = new Set(rooms.map(({ id }) => id));
  return rows.flatMap((row): InboxItem[] => {
    const approval = row.kind === 'approval' ? approvals.get(row.id) : undefined;
    if (approval?.state === 'pending') return [approvalItem(row, approvalView(approval))];
    const zone = row.kind === 'zone' ? zones.get(row.id) : undefined;
    if (zone !== undefined) return [zoneItem(row, zone)];
    const look = row.kind === 'look' ? looks.get(row.id) : undefined;
    if (look !== undefined && look.label === null)
      return [lookItem(row, look, questionOf(look, modules, zoneOfOwner))];
    const hand = row.kind === 'hand' ? hands.get(row.id) : undefined;
    return hand === undefined ? [] : [handItem(row, hand, { agentId: agent.id, ownRooms })];
  });
}

function approvalItem(row: WaitingRow, approval: ApprovalView): InboxItem {
  const path = `/approvals/${approval.approval_id}`;
  const answer = (name: string): InboxAction => ({
    ...post(name, path, { answer: name }),
    if_match: approval.hash,
  });
  const titles = {
    call: `May the agent call ${approval.tool}?`,
    message: 'A message came in. May the agent take it up as a task?',
    step: 'A step of a task is yours. Is it done?',
  } as const;
  return {
    kind: 'approval',
    ...base(row),
    until: approval.expires_at,
    title: titles[approval.kind],
    actions: [
      answer('approve'),
      ...(approval.kind === 'message' ? [letIn(answer('approve'))] : []),
      answer('refuse'),
    ],
    approval,
  };
}

/** The same yes, which also lets the sender in without being asked about for an hour. */
function letIn(yes: InboxAction): InboxAction {
  return { ...yes, name: 'approve-for-an-hour', body: { ...yes.body, session_minutes: 60 } };
}

function zoneItem(
  row: WaitingRow,
  { isOwner, name, place, proposedZone, zone, ...person }: ProposedZone,
): InboxItem {
  const path = `/people/${person.id}`;
  const answer = (word: 'accept' | 'refuse'): InboxAction => ({
    ...post(word, path, { proposed_zone: word }),
    method: 'PATCH',
  });
  const said = place === null ? '' : ` (“${place}”)`;
  return {
    kind: 'zone',
    ...base(row),
    title: `Is ${proposedZone} the time zone of ${isOwner ? 'the owner' : name}${said}?`,
    actions: [answer('accept'), answer('refuse')],
    zone: {
      person_id: person.id,
      name,
      is_owner: isOwner,
      time_zone: zone,
      proposed_zone: proposedZone,
      place,
    },
  };
}

function lookItem(row: WaitingRow, activation: ActivationRow, wouldAsk: string | null): InboxItem {
  const feedback = (name: string, value: number): InboxAction =>
    post(name, '/feedback', { target: activation.id, value });
  return {
    kind: 'look',
    ...base(row),
    title: `Would you have wanted to be told? ${activation.module ?? activation.candidates.join(', ')} was not sure.`,
    actions: [feedback('useful', 1), feedback('not-useful', -1)],
    activation: activationView(activation),
    would_ask: wouldAsk,
  };
}

function handItem(
  row: WaitingRow,
  { bid, channel, reason }: WaitingHand,
  { agentId, ownRooms }: { readonly agentId: string; readonly ownRooms: ReadonlySet<string> },
): InboxItem {
  const isRoom = ownRooms.has(channel);
  const give = isRoom
    ? post('give-floor', `/rooms/${encodeURIComponent(channel)}/floor`, { kind: 'agent', member: agentId })
    : post('give-floor', '/pfc/floor', { channel, granted: true });
  const path = isRoom
    ? `/rooms/${encodeURIComponent(channel)}/hands/${agentId}`
    : `/pfc/hand?channel=${encodeURIComponent(channel)}`;
  return {
    kind: 'hand',
    ...base(row),
    title: `The agent asks for the floor in ${channel}.`,
    actions: [give, { name: 'lower', method: 'DELETE', path, body: null, if_match: null }],
    hand: { channel, is_room: isRoom, reason, bid },
  };
}

function base({ at, id }: WaitingRow) {
  return { id, at: at.toISOString(), until: null };
}

function post(name: string, path: string, body: Record<string, unknown>): InboxAction {
  return { name, method: 'POST', path, body, if_match: null };
}
