// Is everything there, does it keep up, and what would a person have to look at?
import { bars, choice, dashboard, lines, logs, number } from './panels.mjs';

export default dashboard({
  uid: 'salience-fleet',
  title: 'Fleet',
  about: 'Replicas, queues, what waits for a person, and what the processes cost.',
  choices: [choice('app', 'up{job="salience"}', 'app')],
  rows: [
    {
      title: 'Overview',
      height: 5,
      panels: [
        number('Replicas', 'Workers that Prometheus reaches.', 'none', 'sum(up{job="salience"})', {
          limit: 8,
          low: true,
        }),
        number(
          'Apps without a replica',
          'Of the eight.',
          'none',
          '8 - (count(max by (app) (up{job="salience"}) == 1) or vector(0))',
          { limit: 1 },
        ),
        number(
          'Turns a second',
          'Ended turns.',
          'reqps',
          'sum(rate(salience_turns_ended_total[$__rate_interval]))',
        ),
        number(
          'Failed turns',
          'Share of turns that failed or were quarantined.',
          'percentunit',
          '((sum(rate(salience_turns_ended_total{state=~"failed|quarantined"}[$__rate_interval])) or vector(0)) / (sum(rate(salience_turns_ended_total[$__rate_interval])) > 0)) or vector(0)',
          { limit: 0.01 },
        ),
        number(
          'Dead letters',
          'Open: jobs that failed permanently. See salience dead-letters list.',
          'none',
          'max(salience_dead_letters_open)',
          { limit: 1 },
        ),
        number(
          'Quarantined turns',
          'Open: turns that failed or crashed a worker three times.',
          'none',
          'max(salience_quarantined_turns)',
          { limit: 1 },
        ),
      ],
    },
    {
      title: 'Replicas',
      panels: [
        lines('Replicas by app', 'Replicas that Prometheus reaches.', 'none', {
          '{{app}}': 'sum by (app) (up{job="salience", app=~"$app"})',
        }),
        lines(
          'Reachable dependencies',
          'Replicas that reach each dependency; fewer than all replicas means that it has a problem.',
          'none',
          {
            '{{service}} {{dependency}}':
              'sum by (service, dependency) (salience_dependency_up{service=~"$app"})',
          },
        ),
      ],
    },
    {
      title: 'Queues',
      panels: [
        lines(
          'Oldest due job',
          'Its waiting time. It grows if workers are missing.',
          's',
          { '{{queue}}': 'max by (queue) (salience_queue_oldest_seconds)' },
          { limit: 30 },
        ),
        lines('Jobs waiting', 'Due and not claimed.', 'none', {
          '{{queue}}': 'max by (queue) (salience_queue_depth)',
        }),
        lines('Delayed jobs', 'Not due yet: retries and snoozes.', 'none', {
          '{{queue}}': 'max by (queue) (salience_queue_delayed)',
        }),
      ],
    },
    {
      title: 'Jobs',
      panels: [
        lines(
          'Jobs by outcome',
          'Ended attempts.',
          'reqps',
          {
            '{{job}} {{outcome}}':
              'sum by (job, outcome) (rate(salience_jobs_total{service=~"$app"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines('From due to started', 'The 95th percentile of all attempts.', 's', {
          '{{job}}':
            'histogram_quantile(0.95, sum by (le, job) (rate(salience_job_wait_seconds_bucket{service=~"$app"}[$__rate_interval])))',
        }),
        lines('Run time', 'The 95th percentile of all attempts.', 's', {
          '{{job}}':
            'histogram_quantile(0.95, sum by (le, job) (rate(salience_job_duration_seconds_bucket{service=~"$app"}[$__rate_interval])))',
        }),
      ],
    },
    {
      title: 'HTTP',
      panels: [
        lines(
          'Requests',
          'By status.',
          'reqps',
          { '{{status}}': 'sum by (status) (rate(salience_http_requests_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines('Response time', 'By route, 95th percentile; streams count until they close.', 's', {
          '{{method}} {{route}}':
            'histogram_quantile(0.95, sum by (le, method, route) (rate(salience_http_request_duration_seconds_bucket[$__rate_interval])))',
        }),
        lines('Open streams', 'By replica of the consumer.', 'none', {
          '{{instance}}': 'salience_open_streams',
        }),
      ],
    },
    {
      title: 'Processes',
      panels: [
        lines('Memory', 'Resident, by replica.', 'bytes', {
          '{{service}} {{instance}}': 'process_resident_memory_bytes{job="salience", service=~"$app"}',
        }),
        lines(
          'Processor',
          'Cores used, by app.',
          'none',
          {
            '{{service}}':
              'sum by (service) (rate(process_cpu_seconds_total{job="salience", service=~"$app"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines('Event loop delay', 'The 99th percentile, by replica.', 's', {
          '{{service}} {{instance}}':
            'histogram_quantile(0.99, sum by (le, service, instance) (rate(salience_event_loop_delay_seconds_bucket{service=~"$app"}[$__rate_interval])))',
        }),
      ],
    },
    {
      title: 'Logs',
      height: 10,
      panels: [
        logs(
          'Warnings and errors',
          'Of the selected apps; lines with a trace id link to the trace.',
          '{service_name=~"$app"} |~ `"level":"(warn|error|fatal)"`',
        ),
        bars(
          'Sent again by sweeps',
          'Jobs and wake-ups that a sweep sent again in the last hour; a steady number has a cause.',
          'none',
          { '{{kind}}': 'sum by (kind) (increase(salience_sweeper_repairs_total[1h]))' },
        ),
      ],
    },
  ],
});
