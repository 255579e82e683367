import { useState } from 'react';
import { post, send } from '../../api/client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from './act.ts';
import { AddChannel, ConfirmChannel, Secret } from './change-channel.tsx';

type Channel = Shapes['Channel'];

const tones: Readonly<Record<Channel['state'], Tone>> = {
  unconfirmed: 'warn',
  confirmed: 'good',
  gone: 'bad',
  removed: 'soft',
};
const lastTones: Readonly<Record<NonNullable<Channel['last']>['state'], Tone>> = {
  pending: 'accent',
  sending: 'accent',
  delivered: 'good',
  unknown: 'warn',
  failed: 'bad',
  withdrawn: 'soft',
};

/** What a dialog is about. */
type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'confirm' | 'remove'; readonly channel: Channel }
  | { readonly kind: 'secret'; readonly secret: string };

/** How people are reached when no page is open. */
export function Page() {
  const query = useGet('/channels', {}, { live: ['notice'] });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const remove = async (channel: Channel) => {
    await act(
      () => send('DELETE /channels/:channel', { params: { channel: channel.channel_id } }),
      'Nobody is reached by it any more.',
    );
    close();
  };
  return (
    <div className="content">
      <Card
        title="Channels of this agent"
        actions={
          <Button icon="plus" onClick={() => setOpen({ kind: 'add' })}>
            New channel
          </Button>
        }
      >
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty
                title="No channel yet"
                action={
                  <Button kind="primary" onClick={() => setOpen({ kind: 'add' })}>
                    New channel
                  </Button>
                }
              >
                Reminders, questions and raised hands reach you by mail or by a webhook when no page is open.
              </Empty>
            ) : (
              <Channels channels={items} onOpen={setOpen} />
            )
          }
        </Loaded>
      </Card>
      <AddChannel
        open={open?.kind === 'add'}
        onClose={close}
        onSecret={(secret) => setOpen({ kind: 'secret', secret })}
      />
      <ConfirmChannel channel={open?.kind === 'confirm' ? open.channel : undefined} onClose={close} />
      <Secret secret={open?.kind === 'secret' ? open.secret : undefined} onClose={close} />
      <Confirm
        title="Remove this channel?"
        open={open?.kind === 'remove'}
        action="Remove it"
        danger
        onConfirm={() => {
          if (open?.kind === 'remove') void remove(open.channel);
        }}
        onClose={close}
      >
        <p>
          <Words text={open?.kind === 'remove' ? open.channel.target : ''} /> gets nothing from then on, and
          what is on its way is withdrawn.
        </p>
      </Confirm>
    </div>
  );
}

function Channels({ channels, onOpen }: { channels: readonly Channel[]; onOpen: (open: Open) => void }) {
  return (
    <Table
      label="Channels"
      rows={channels}
      rowKey={({ channel_id: id }) => id}
      columns={[
        {
          title: 'Where',
          wide: true,
          cell: ({ kind, target }) => (
            <>
              <Words text={target} /> <span className="soft">{kind}</span>
            </>
          ),
        },
        { title: 'Whom', cell: ({ person }) => <Words text={person} /> },
        {
          title: 'State',
          cell: ({ state }) => (
            <Badge tone={tones[state]}>{state === 'gone' ? 'refused by the other side' : state}</Badge>
          ),
        },
        {
          title: 'Last message',
          cell: ({ last }) =>
            last === null ? (
              <span className="soft">none yet</span>
            ) : (
              <>
                <Badge tone={lastTones[last.state]}>{last.state}</Badge> {last.kind}{' '}
                <Time at={last.created_at} />
                {last.error !== null && (
                  <div className="problem">
                    {last.error}, after {last.attempts} {last.attempts === 1 ? 'try' : 'tries'}
                  </div>
                )}
              </>
            ),
        },
        {
          title: 'Actions',
          cell: (channel) => <Menu label={`More for ${channel.target}`} items={itemsOf(channel, onOpen)} />,
        },
      ]}
    />
  );
}

function itemsOf(channel: Channel, onOpen: (open: Open) => void): MenuItem[] {
  const { kind, state } = channel;
  const params = { channel: channel.channel_id };
  const rotate = async () => {
    const came = await act(() => post('/channels/:channel/rotate', { params }), 'There is a new secret.');
    if (came !== undefined) onOpen({ kind: 'secret', secret: came.secret });
  };
  return [
    ...(state === 'unconfirmed'
      ? [
          { label: 'Enter its code', run: () => onOpen({ kind: 'confirm', channel }) },
          {
            label: 'Send the code again',
            run: () => void act(() => post('/channels/:channel/code', { params }), 'The code is on its way.'),
          },
        ]
      : []),
    ...(state === 'confirmed'
      ? [
          {
            label: 'Send a test',
            run: () => void act(() => post('/channels/:channel/test', { params }), 'A test is on its way.'),
          },
        ]
      : []),
    ...(kind === 'webhook' && state !== 'removed' ? [{ label: 'New secret', run: () => void rotate() }] : []),
    ...(state === 'removed'
      ? []
      : [{ label: 'Remove it', danger: true, run: () => onOpen({ kind: 'remove', channel }) }]),
  ];
}
