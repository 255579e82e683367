// Words to describe a dashboard with. A dashboard is a list of rows, a row a title and panels; where a panel stands
// and what Grafana wants to read besides follows from that.

const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' };
const COLUMNS = 24;

/** A panel of lines over time. `queries` maps a legend to an expression. */
export function lines(title, about, unit, queries, options = {}) {
  return {
    type: 'timeseries',
    title,
    about,
    targets: prometheus(queries),
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        custom: {
          lineWidth: 1,
          fillOpacity: options.stacked ? 40 : 10,
          showPoints: 'never',
          stacking: { mode: options.stacked ? 'normal' : 'none' },
          ...(options.limit !== undefined && { thresholdsStyle: { mode: 'dashed' } }),
        },
        ...(options.limit !== undefined && { thresholds: limits(options.limit) }),
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

/** One number; red from `limit` on, green below, or the other way round with `low`. */
export function number(title, about, unit, expression, { limit, low = false } = {}) {
  const steps = low
    ? [
        { color: 'red', value: null },
        { color: 'green', value: limit },
      ]
    : [{ color: 'green', value: null }, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])];
  return {
    type: 'stat',
    title,
    about,
    targets: prometheus({ '': expression }),
    fieldConfig: { defaults: { unit, thresholds: { mode: 'absolute', steps } }, overrides: [] },
    options: { colorMode: 'value', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'] } },
  };
}

/** The newest value of each series as one bar, the longest first. */
export function bars(title, about, unit, queries, { limit } = {}) {
  return {
    type: 'bargauge',
    title,
    about,
    targets: prometheus(queries).map((target) => ({ ...target, instant: true, range: false })),
    fieldConfig: {
      defaults: { unit, min: 0, ...(limit !== undefined && { thresholds: limits(limit) }) },
      overrides: [],
    },
    options: { orientation: 'horizontal', displayMode: 'basic', reduceOptions: { calcs: ['lastNotNull'] } },
  };
}

/** Where times lie, as colours: a histogram over time. */
export function heat(title, about, expression) {
  return {
    type: 'heatmap',
    title,
    about,
    targets: [{ ...prometheus({ '{{le}}': expression })[0], format: 'heatmap' }],
    options: {
      calculate: false,
      yAxis: { unit: 's' },
      color: { scheme: 'Oranges', mode: 'scheme' },
      cellGap: 1,
    },
  };
}

/** Traces that a TraceQL query finds; a click opens the trace. */
export function traces(title, about, query) {
  const datasource = { type: 'tempo', uid: 'tempo' };
  return {
    type: 'table',
    title,
    about,
    datasource,
    targets: [{ refId: 'A', datasource, queryType: 'traceql', query, limit: 20, tableType: 'traces' }],
  };
}

/** Log lines that a LogQL query finds; each leads to its trace. */
export function logs(title, about, query) {
  const datasource = { type: 'loki', uid: 'loki' };
  return {
    type: 'logs',
    title,
    about,
    datasource,
    targets: [{ refId: 'A', datasource, expr: query }],
    options: { showTime: true, wrapLogMessage: true, sortOrder: 'Descending', enableLogDetails: true },
  };
}

/** The quantiles of a histogram, as queries for `lines`. `by` are labels to tell apart. */
export function quantiles(metric, { by = [], of = [0.5, 0.95, 0.99] } = {}) {
  const labels = ['le', ...by].join(', ');
  const name = by.map((label) => `{{${label}}} `).join('');
  return Object.fromEntries(
    of.map((q) => [
      `${name}p${Math.round(q * 100)}`,
      `histogram_quantile(${q}, sum by (${labels}) (rate(${metric}_bucket[$__rate_interval])))`,
    ]),
  );
}

/** A variable that lists the values of a label, several at once; everything by default. */
export function choice(name, metric, label) {
  return {
    name,
    type: 'query',
    datasource: PROMETHEUS,
    query: { query: `label_values(${metric}, ${label})`, refId: name },
    definition: `label_values(${metric}, ${label})`,
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.+',
    current: { text: 'All', value: '$__all' },
  };
}

/** A dashboard as Grafana reads it. `rows` are `{ title, height, panels }`; panels of a row share its width. */
export function dashboard({ uid, title, about, choices = [], rows }) {
  const panels = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      type: 'row',
      id: panels.length + 1,
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: at(0, y, COLUMNS, 1),
    });
    y += 1;
    const width = Math.floor(COLUMNS / row.panels.length);
    for (const [index, { about: description, ...panel }] of row.panels.entries()) {
      panels.push({
        id: panels.length + 1,
        datasource: PROMETHEUS,
        description,
        ...panel,
        gridPos: at(index * width, y, width, row.height ?? 8),
      });
    }
    y += row.height ?? 8;
  }
  return {
    uid,
    title,
    description: about,
    tags: ['salience'],
    schemaVersion: 41,
    editable: false,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    templating: { list: choices },
    links: [{ type: 'dashboards', title: 'Salience', tags: ['salience'], asDropdown: true, keepTime: true }],
    panels,
  };
}

function at(x, y, w, h) {
  return { x, y, w, h };
}

function limits(limit) {
  return {
    mode: 'absolute',
    steps: [
      { color: 'green', value: null },
      { color: 'red', value: limit },
    ],
  };
}

function prometheus(queries) {
  return Object.entries(queries).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: PROMETHEUS,
    expr,
    legendFormat,
    range: true,
  }));
}
