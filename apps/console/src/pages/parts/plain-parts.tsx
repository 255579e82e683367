import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Board } from '../../parts/board.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Checkbox, Select, TextArea, TextInput } from '../../parts/field.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty, ErrorState, Skeleton } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { say } from '../../parts/toast.tsx';
import { Tooltip } from '../../parts/tooltip.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';

/** Buttons, badges, a menu, a tooltip, toasts. */
export function Pressed() {
  return (
    <Card
      title="Buttons, badges, menu, tooltip, toast"
      actions={
        <Menu
          label="More"
          items={[
            { label: 'Say that it was done', run: () => say('It was done') },
            { label: 'Forget it', danger: true, run: () => say('It could not be forgotten', 'bad') },
          ]}
        />
      }
    >
      <div className="row">
        <Button kind="primary">Primary</Button>
        <Button icon="retry">Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button busy>Busy</Button>
        <Button pressed onClick={() => say('Pressed')}>
          Pressed
        </Button>
        <Tooltip says="More about it">
          <button type="button" className="button plain">
            Tooltip
          </button>
        </Tooltip>
      </div>
      <div className="row">
        <Badge>soft</Badge>
        <Badge tone="good">good</Badge>
        <Badge tone="warn">warn</Badge>
        <Badge tone="bad">bad</Badge>
        <Badge tone="accent">accent</Badge>
      </div>
    </Card>
  );
}

/** Fields, dialogs, a confirmation. */
export function Asking() {
  const [name, setName] = useState('Anna');
  const [open, setOpen] = useState<'dialog' | 'side' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <Card title="Fields and dialogs">
      <div className="fields">
        <TextInput label="Name" value={name} onChange={setName} hint="As people say it." />
        <TextInput
          label="Zone"
          value="Europe/Nowhere"
          onChange={() => undefined}
          error="There is no such zone."
        />
        <Select
          label="Kind"
          value="fact"
          onChange={() => undefined}
          options={[{ value: 'fact', label: 'Fact' }]}
        />
        <TextArea label="Arguments" code value={'{ "to": "anna@example.org" }'} onChange={() => undefined} />
        <Checkbox label="Only open ones" checked onChange={() => undefined} />
      </div>
      <div className="row">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('side')}>Panel</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      </div>
      <Dialog
        title="A dialog"
        open={open === 'dialog' || open === 'side'}
        side={open === 'side'}
        onClose={close}
        footer={<Button onClick={close}>Done</Button>}
      >
        <TextInput label="Name" value={name} onChange={setName} />
      </Dialog>
      <Confirm
        title="Forget Anna?"
        open={open === 'confirm'}
        action="Forget"
        danger
        typed="Anna"
        onConfirm={close}
        onClose={close}
      >
        <p>What was said of her goes for good.</p>
      </Confirm>
    </Card>
  );
}

const hostile = '<b>markup</b> \u001b[31mescape\u0007 \u202Eturned round\u202C and עברית\nsecond line';

/** Text, names with values, tabs, tiles, states. */
export function Said() {
  const [tab, setTab] = useState<'values' | 'text'>('values');
  return (
    <Card title="Text, values, tabs, states">
      <div className="tiles">
        <Tile label="Turns today" value="1,204" note="3 now" />
        <Tile label="Oldest waiting" value="0.4 s" />
        <Tile label="Dead letters" value="0" />
      </div>
      <Tabs
        label="Views"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'values',
            label: 'Values',
            content: () => (
              <KeyValues
                pairs={[
                  ['Policy', 'default, version 4'],
                  ['Said', <Words key="said" text={hostile} />],
                ]}
              />
            ),
          },
          { value: 'text', label: 'Text', content: () => <TextBlock text={hostile} /> },
        ]}
      />
      <TextBlock text={hostile} code />
      <div className="columns">
        <Empty title="No schedule yet" action={<Button kind="primary">New schedule</Button>}>
          A schedule reminds you, or has the agent do something.
        </Empty>
        <ErrorState
          error={new Error('This agent has no thread with this id or key.')}
          retry={() => undefined}
        />
        <Skeleton />
      </div>
    </Card>
  );
}

const rows = Array.from({ length: 5_000 }, (_, index) => ({
  id: `m${index}`,
  text: `Remembered thing ${index + 1}`,
  score: 1 / (index + 1),
}));

/** A table, a long list, a board. */
export function Lists() {
  return (
    <Card title="Table, list of any length, board">
      <Table
        label="Some memories"
        rows={rows.slice(0, 4)}
        rowKey={({ id }) => id}
        columns={[
          { title: 'What', wide: true, cell: ({ text }) => <Words text={text} /> },
          { title: 'Score', number: true, cell: ({ score }) => score.toFixed(3) },
        ]}
      />
      <div className="short">
        <VirtualList
          label="All memories"
          items={rows}
          itemKey={({ id }) => id}
          height={32}
          render={({ text }) => <div className="line">{text}</div>}
        />
      </div>
      <Board
        label="Tasks by state"
        columns={[
          {
            title: 'Waiting',
            count: 1,
            empty: 'Nothing waits.',
            cards: [{ key: 'a', card: 'Ask Anna for the keys' }],
          },
          {
            title: 'Running',
            count: 2,
            empty: 'Nothing runs.',
            cards: [
              { key: 'b', card: 'Order milk' },
              { key: 'c', card: 'Read the letter' },
            ],
          },
          { title: 'Done', count: 0, empty: 'Nothing is done yet.', cards: [] },
        ]}
      />
    </Card>
  );
}
