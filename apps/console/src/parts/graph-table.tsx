import type { GraphProps } from './graph-shape.ts';
import { Table } from './table.tsx';
import { Words } from './text-block.tsx';

type Twin = Pick<GraphProps, 'label' | 'nodes' | 'edges'> & { readonly onChoose: GraphProps['onChoose'] };

/** What a graph shows, in words. */
export function GraphTable({ label, nodes, edges, onChoose }: Twin) {
  const names = new Map(nodes.map((node) => [node.id, node.label]));
  const leadsTo = (id: string) =>
    edges
      .flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
      .map((other) => names.get(other) ?? other)
      .join(', ');
  return (
    <details>
      <summary>The same as a table</summary>
      <Table
        label={label}
        rows={nodes}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Name',
            wide: true,
            cell: ({ id, label: words }) =>
              onChoose === undefined ? (
                <Words text={words} />
              ) : (
                <button type="button" className="link" onClick={() => onChoose(id)}>
                  <Words text={words} />
                </button>
              ),
          },
          { title: 'Weight', number: true, cell: ({ weight, note }) => note ?? weight.toFixed(2) },
          { title: 'Leads to', wide: true, cell: ({ id }) => <Words text={leadsTo(id)} /> },
        ]}
      />
    </details>
  );
}
