import type { Routes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { TextBlock } from '../../../parts/text-block.tsx';
import { percent, sizeOf } from '../words.ts';

type Call = Routes['GET /turns/:turn/prompt']['answer']['calls'][number];

/** The prompt as the model saw it, by section, with what each costs. */
export function Prompt({ turn }: { turn: string }) {
  const query = useGet('/turns/:turn/prompt', { params: { turn } }, { live: ['turn.ended'] });
  return (
    <Loaded query={query} lines={8}>
      {({ calls }) =>
        calls.length === 0 ? (
          <Empty title="No model saw anything">
            The turn needed no model, or what its model saw is past its retention.
          </Empty>
        ) : (
          calls.map((call) => <CallView key={call.call} call={call} />)
        )
      }
    </Loaded>
  );
}

function CallView({ call }: { call: Call }) {
  const { budget_tokens: budget, bytes, compacted, model, parts, role, tokens } = call;
  return (
    <section className="why-part" aria-label={`Call ${call.call + 1}`}>
      <h3>
        Call {call.call + 1}: {role}
      </h3>
      <p className="soft">
        {model}, about {tokens.toLocaleString()} of {budget.toLocaleString()} tokens, {sizeOf(bytes)}
        {compacted !== 'no' && (
          <>
            {' '}
            <Badge tone="warn">shortened: {compacted}</Badge>
          </>
        )}
      </p>
      <div className="why-shares" aria-hidden="true">
        {parts.map((part, index) => (
          <span
            key={index}
            className={`why-share c${index % 6}`}
            style={{ flexGrow: Math.max(0.004, part.share) }}
            title={part.name}
          />
        ))}
      </div>
      {parts.map((part, index) => (
        <details key={index} className="why-section">
          <summary>
            <span className={`why-dot c${index % 6}`} aria-hidden="true" />
            <span>
              {part.name} <span className="soft">{part.place === 'system' ? 'system' : part.role}</span>
            </span>
            <span className="soft">{sizeOf(part.bytes)}</span>
            <span className="why-cost">{percent(part.share)}</span>
          </summary>
          <TextBlock code text={part.text} />
        </details>
      ))}
    </section>
  );
}
