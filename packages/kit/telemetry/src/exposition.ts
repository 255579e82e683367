import * as prom from 'prom-client';

/** What a scraper gets. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Everything in a registry, in the format that the `Accept` header asks for: OpenMetrics, which has exemplars, where it is named, and the
 * Prometheus text format otherwise.
 */
export async function expose(registry: prom.Registry, accept: string | undefined): Promise<Exposition> {
  if (accept?.includes('application/openmetrics-text') !== true)
    return { contentType: registry.contentType, text: await registry.metrics() };
  // A registry of this format cuts `_total` off the names of its counters for good, so it gets faces of them.
  const open = new prom.Registry<prom.OpenMetricsContentType>();
  open.setContentType(prom.Registry.OPENMETRICS_CONTENT_TYPE);
  open.setDefaultLabels(labelsOf(registry));
  for (const metric of registry.getMetricsAsArray() as unknown as Told[]) open.registerMetric(faceOf(metric));
  return { contentType: open.contentType, text: await open.metrics() };
}

/** What a registry of prom-client reads of a metric. */
interface Told {
  readonly name: string;
  readonly type: unknown;
  get(): Promise<{ readonly name: string }>;
  getForPromString?(): Promise<{ readonly name: string }>;
}

function faceOf(metric: Told): prom.Metric {
  const name = metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
  const face = {
    name,
    type: metric.type,
    getForPromString: async () => ({ ...(await (metric.getForPromString?.() ?? metric.get())), name }),
  };
  return face as unknown as prom.Metric;
}

/** The labels that a registry puts on every sample. */
function labelsOf(registry: prom.Registry): object {
  return (registry as unknown as { readonly _defaultLabels: object })._defaultLabels;
}
