import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea } from '../../parts/field.tsx';
import { Words } from '../../parts/text-block.tsx';
import type { Approval } from './use-messages.ts';

type Arguments = Record<string, unknown>;

/** Other arguments for a call: what is sent is what was read, or nothing. */
export function EditArguments({
  approval,
  busy,
  onClose,
  onSend,
}: {
  approval: Approval;
  busy: boolean;
  onClose: () => void;
  onSend: (args: Arguments) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(approval.arguments, null, 2));
  const read = readArguments(text);
  const changed = 'value' in read && JSON.stringify(read.value) !== JSON.stringify(approval.arguments);
  return (
    <Dialog
      title="Change and allow"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={!changed}
            onClick={() => 'value' in read && onSend(read.value)}
          >
            Allow this instead
          </Button>
        </>
      }
    >
      <p className="soft">
        <Words text={approval.tool} /> runs once, with exactly what stands here.
      </p>
      <TextArea
        label="Arguments, as JSON"
        code
        rows={Math.min(16, Math.max(5, text.split('\n').length))}
        value={text}
        onChange={setText}
        error={'problem' in read ? read.problem : undefined}
        {...(changed ? { hint: changesOf(approval.arguments, read.value) } : {})}
      />
    </Dialog>
  );
}

function readArguments(text: string): { readonly value: Arguments } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Arguments };
    return { problem: 'Expected an object: names with their values, between braces.' };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function changesOf(before: Arguments, now: Arguments): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const of = (test: (name: string) => boolean) => names.filter(test).join(', ');
  const isOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  const told: readonly (readonly [what: string, list: string])[] = [
    ['changed', of((name) => name in before && name in now && isOther(name))],
    ['new', of((name) => !(name in before))],
    ['gone', of((name) => !(name in now))],
  ];
  return told
    .filter(([, list]) => list !== '')
    .map(([what, list]) => `${what}: ${list}`)
    .join('; ');
}
