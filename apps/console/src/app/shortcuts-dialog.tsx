import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Checkbox } from '../parts/field.tsx';
import { setShortcutsOff, shortcutsOff, useShortcuts } from './shortcuts.ts';

/** What the keys do on the page that is shown. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts();
  const [off, setOff] = useState(shortcutsOff());
  return (
    <Dialog title="Keys" open onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Keys do something outside of fields"
        checked={!off}
        onChange={(on) => {
          setShortcutsOff(!on);
          setOff(!on);
        }}
      />
    </Dialog>
  );
}
