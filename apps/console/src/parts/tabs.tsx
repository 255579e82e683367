import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** One tab. */
export interface Tab<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Made when it is shown. */
  readonly content: () => ReactNode;
}

/** Tabs inside of a page. Arrow keys move among them; pages of a section are links instead. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  return (
    <Base.Root className="tabs" value={value} onValueChange={(next: V) => onChange(next)}>
      <Base.List className="tab-list" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="tab-panel">
          {tab.value === value && tab.content()}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
