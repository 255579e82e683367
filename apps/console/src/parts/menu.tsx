import { Menu as Base } from '@base-ui/react/menu';
import { classes } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** Something that a menu does. */
export interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** A button that opens a list of things to do. */
export function Menu({
  label,
  icon = 'more',
  items,
}: {
  label: string;
  icon?: IconName;
  items: readonly MenuItem[];
}) {
  return (
    <Base.Root>
      <Base.Trigger className="button quiet square" aria-label={label}>
        <Icon name={icon} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="over" sideOffset={4} align="end">
          <Base.Popup className="menu">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={classes('menu-item', item.danger === true && 'danger')}
                disabled={item.disabled ?? false}
                onClick={item.run}
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
