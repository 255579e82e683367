import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Something that wants all attention: in the middle, or `side` as a panel at the edge (from below on a phone). */
export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly side?: boolean;
  /** Buttons below. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Keeps the focus inside, closes with Escape, and gives the focus back. */
export function Dialog({ title, open, onClose, side = false, footer, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={classes('dialog', side && 'side')}>
          <div className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button quiet square" aria-label="Close">
              <Icon name="close" />
            </Base.Close>
          </div>
          <div className="dialog-body">{children}</div>
          {footer !== undefined && <div className="dialog-foot">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
