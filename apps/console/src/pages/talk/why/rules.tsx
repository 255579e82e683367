import { Table } from '../../../parts/table.tsx';
import { modeName, plain, signed } from '../words.ts';
import type { Part } from './part.ts';

/** The rules of the policy that made the scores: weight times value. */
export function Rules({ part: { rules } }: { part: Part }) {
  return (
    <details className="why-more">
      <summary>The {rules.length} rules that made the scores</summary>
      <Table
        label="Rules of the policy"
        rows={rules}
        rowKey={({ rule }) => rule}
        columns={[
          { title: 'Mode', cell: ({ mode }) => modeName(mode) },
          { title: 'Rule', wide: true, cell: ({ rule }) => plain(rule.slice(rule.indexOf('.') + 1)) },
          {
            title: 'Weight × value',
            number: true,
            cell: ({ value, weight }) => `${weight.toFixed(2)} × ${value.toFixed(2).replace('-', '−')}`,
          },
          { title: 'Adds', number: true, cell: ({ value, weight }) => signed(value * weight) },
        ]}
      />
    </details>
  );
}
