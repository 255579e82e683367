import { parser } from '@prometheus-io/lezer-promql';

/** What an expression names. */
export interface Named {
  /** Metrics with the labels that their selectors match on. */
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Labels that aggregations keep, drop or match on. */
  readonly grouping: readonly string[];
}

/**
 * Reads an expression with Prometheus' own grammar. Grafana's variables are filled in first. Throws where it is no
 * PromQL, saying where it stops being one.
 */
export function readPromql(expression: string): Named {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$$__tags', 'service="x"');
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  let inGrouping = 0;
  parser.parse(text).iterate({
    enter(node) {
      const word = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`Not PromQL at ${node.from} of: ${text}`);
      if (node.name === 'GroupingLabels') inGrouping += 1;
      if (node.name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector' && selector !== undefined)
        selector.metric = word;
      if (node.name === 'LabelName') {
        if (inGrouping > 0) grouping.push(word);
        else selector?.labels.push(word);
      }
    },
    leave(node) {
      if (node.name === 'GroupingLabels') inGrouping -= 1;
    },
  });
  return { selectors, grouping };
}
