// One worker at a time: what it does, how often it fails, how long it takes, and its slowest and failed traces.
import { bars, choice, dashboard, lines, logs, traces } from './panels.mjs';

const mine = 'service=~"$app"';
const spans = 'resource.service.name =~ "$app"';

export default dashboard({
  uid: 'salience-workers',
  title: 'Workers',
  about:
    'Choose a worker above: its work, errors, durations, loops and traces. Dots above durations lead to traces.',
  choices: [choice('app', 'salience_loop_last_success_seconds', 'service')],
  rows: [
    {
      title: 'Work',
      panels: [
        lines('Jobs', 'Attempts by job and outcome.', 'reqps', {
          '{{service}} {{job}} {{outcome}}': `sum by (service, job, outcome) (rate(salience_jobs_total{${mine}}[$__rate_interval]))`,
        }),
        lines('Model calls that failed', 'By role and code; calls that failed over are none.', 'reqps', {
          '{{service}} {{role}} {{outcome}}': `sum by (service, role, outcome) (rate(salience_model_calls_total{${mine}, outcome!~"ok|failed-over"}[$__rate_interval]))`,
        }),
        lines('Requests', 'Of consumer, by status.', 'reqps', {
          '{{service}} {{status}}': `sum by (service, status) (rate(salience_http_requests_total{${mine}}[$__rate_interval]))`,
        }),
      ],
    },
    {
      title: 'Durations',
      panels: [
        lines('Jobs', 'Duration, 95th percentile.', 's', {
          '{{service}} {{job}}': `histogram_quantile(0.95, sum by (le, service, job) (rate(salience_job_duration_seconds_bucket{${mine}}[$__rate_interval])))`,
        }),
        lines('Model calls', 'Duration, 95th percentile, by role.', 's', {
          '{{service}} {{role}}': `histogram_quantile(0.95, sum by (le, service, role) (rate(salience_model_call_duration_seconds_bucket{${mine}}[$__rate_interval])))`,
        }),
        lines('Event loop', 'How late timers fire, 99th percentile.', 's', {
          '{{service}}': `histogram_quantile(0.99, sum by (le, service) (rate(salience_event_loop_delay_seconds_bucket{${mine}}[$__rate_interval])))`,
        }),
      ],
    },
    {
      title: 'Work by span: rate, errors, duration',
      panels: [
        lines('Rate', 'What was done inside of each span, whether or not its trace was sent.', 'reqps', {
          '{{service}} {{span}}': `sum by (service, span) (rate(salience_span_duration_seconds_count{${mine}}[$__rate_interval]))`,
        }),
        lines('Failures', 'Share that failed, 0 to 1.', 'percentunit', {
          '{{service}} {{span}}': `sum by (service, span) (rate(salience_span_duration_seconds_count{${mine}, outcome="failed"}[$__rate_interval])) / sum by (service, span) (rate(salience_span_duration_seconds_count{${mine}}[$__rate_interval]))`,
        }),
        lines('Duration', '95th percentile. Dots lead to traces.', 's', {
          '{{service}} {{span}}': `histogram_quantile(0.95, sum by (le, service, span) (rate(salience_span_duration_seconds_bucket{${mine}}[$__rate_interval])))`,
        }),
      ],
    },
    {
      title: 'Loops and dependencies',
      panels: [
        bars('Time since the last successful run', 'Of the best replica.', 's', {
          '{{service}} {{loop}}': `min by (service, loop) (salience_loop_last_success_seconds{${mine}})`,
        }),
        bars('Time since the last product', 'A long time is normal without work.', 's', {
          '{{service}} {{loop}}': `min by (service, loop) (salience_loop_idle_seconds{${mine}})`,
        }),
        lines('Reaches', '1 while every replica reaches the server.', 'none', {
          '{{service}} {{dependency}}': `min by (service, dependency) (salience_dependency_up{${mine}})`,
        }),
      ],
    },
    {
      title: 'Traces',
      height: 10,
      panels: [
        traces(
          'Slow spans',
          'Latest first; of traces that were kept.',
          `{ ${spans} && name =~ "process .+|turn.accept|turn.commit|memory.concepts|drift.think|chat .+" && duration > 1s }`,
        ),
        traces(
          'Failed spans',
          'Latest first; every trace with an error is kept.',
          `{ ${spans} && name =~ ".+ .+|turn.commit|memory.concepts|drift.think" && status = error }`,
        ),
        logs(
          'Warnings and errors',
          'Latest first.',
          '{service_name=~"$app"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
