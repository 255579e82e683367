import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useParam } from '../../../app/navigation.tsx';
import { useMedia } from '../../../app/use-media.ts';
import { classes } from '../../../parts/class-names.ts';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { Module } from './module.tsx';
import { StateBadge } from './state-badge.tsx';

/** What is worth a question to the agent: every module, and of one its scores over time. */
export function Page() {
  const name = useParam('module');
  const phone = useMedia('(max-width: 899px)');
  const query = useGet('/modules', {}, { live: ['activation'] });
  return (
    <Loaded query={query} lines={10}>
      {({ items }) => {
        if (items.length === 0) return <None />;
        const shown =
          items.find((one) => one.name === name) ?? (phone || name !== undefined ? undefined : items[0]);
        const showsList = !phone || name === undefined;
        return (
          <div className="modules">
            {showsList && <List modules={items} current={shown?.name} />}
            {shown !== undefined && <Module key={shown.name} module={shown} phone={phone} />}
            {shown === undefined && name !== undefined && (
              <Empty title="No module of this name" action={<Go to="/world/modules">All modules</Go>}>
                It may have been removed. What it judged stays.
              </Empty>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function List({ modules, current }: { modules: readonly Shapes['Module'][]; current: string | undefined }) {
  return (
    <nav className="modules-list" aria-label="Modules">
      <ul>
        {modules.map((one) => (
          <li key={one.name}>
            <Go
              to={`/world/modules/${one.name}`}
              className={classes('modules-link', one.name === current && 'current')}
            >
              <span className="modules-name">
                <Words text={one.name} />
                <StateBadge module={one} />
              </span>
              <span className="soft">
                {one.last_wake_at === null ? (
                  'never woke the agent'
                ) : (
                  <>
                    woke it <Time at={one.last_wake_at} />
                  </>
                )}
              </span>
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function None() {
  return (
    <Empty title="No module yet">
      <p>
        A module says what is worth a question to the agent. Begin with one that is shipped, or write one as a
        file into <code>SALIENCE_MODULES_DIR</code>:
      </p>
      <p>
        <code>./salience pulse modules add --shipped homework</code>
      </p>
    </Empty>
  );
}
