import type { ReactNode, Ref } from 'react';
import { classes } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** How much a button stands out: the one thing to do, one of several, hardly, or a warning. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

/** A button. With an icon and no children it shows the icon, and needs a label. */
export interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly label?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** It runs: it cannot be pressed again meanwhile. */
  readonly busy?: boolean;
  /** A switch that is on or off. */
  readonly pressed?: boolean;
  readonly onClick?: () => void;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Something to press. */
export function Button({ kind = 'plain', icon, label, type = 'button', busy = false, ...rest }: ButtonProps) {
  const { children, disabled = false, onClick, pressed, ref } = rest;
  return (
    <button
      ref={ref}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes('button', kind, children === undefined && 'square')}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      disabled={disabled || busy}
      onClick={onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
