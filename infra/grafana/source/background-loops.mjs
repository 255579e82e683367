// What runs without being asked: does each loop run, does it produce, and does anything pile up behind it?
import { bars, dashboard, lines, logs, number, traces } from './panels.mjs';

export default dashboard({
  uid: 'salience-background-loops',
  title: 'Background loops',
  about: 'Loops of the scheduler and consumers of queues: last success, last product, and what waits.',
  rows: [
    {
      title: 'Does each loop run',
      height: 9,
      panels: [
        bars(
          'Since the last run that ended well',
          'Of the best replica of each app.',
          's',
          { '{{service}} {{loop}}': 'min by (service, loop) (salience_loop_last_success_seconds)' },
          { limit: 3700 },
        ),
        bars(
          'Since it last produced something',
          'Long is right where there is nothing to do: compare with what waits.',
          's',
          { '{{service}} {{loop}}': 'min by (service, loop) (salience_loop_idle_seconds)' },
        ),
      ],
    },
    {
      title: 'What waits for them',
      panels: [
        lines('Backlog', 'Rows that Postgres knows of and no worker has finished.', 'none', {
          '{{kind}}': 'max by (kind) (salience_backlog)',
          outbox: 'max(salience_outbox_pending)',
        }),
        lines(
          'Oldest of the backlog',
          'How long it has waited.',
          's',
          { '{{kind}}': 'max by (kind) (salience_backlog_oldest_seconds)' },
          { limit: 60 },
        ),
        number('Dead letters', 'Not settled.', 'none', 'max(salience_dead_letters_open)', { limit: 1 }),
      ],
    },
    {
      title: 'What they do',
      panels: [
        lines(
          'Sent again by sweeps',
          'By kind of damage.',
          'none',
          { '{{kind}}': 'sum by (kind) (increase(salience_sweeper_repairs_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Reminders',
          'Fired in time, or late.',
          'none',
          { 'late: {{late}}': 'sum by (late) (increase(salience_reminders_fired_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Flaws of memory',
          'Shares in the latest audits: said twice, not carried by a source, a memory of a memory, out of date.',
          'percentunit',
          { '{{kind}} {{flaw}}': 'max by (kind, flaw) (salience_memory_flaws_ratio)' },
        ),
        lines('Remembered', 'By kind, as of the latest audits; failed: could not be learned from.', 'none', {
          '{{kind}}': 'max by (kind) (salience_memory_items)',
          'failed {{kind}}': 'max by (kind) (salience_memory_failed)',
        }),
        number('Requests to forget', 'Not through.', 'none', 'max(salience_forgettings_open)'),
        lines(
          'Idle thoughts',
          'Kept, by how their seed was chosen; given up for a person.',
          'none',
          {
            '{{strategy}}': 'sum by (strategy) (increase(salience_drift_thoughts_total[$__rate_interval]))',
            'given up': 'sum(increase(salience_drift_yields_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Idle thoughts that did not come about',
          'By reason: somebody needed the fleet, nothing to think about, enough for now, refused.',
          'none',
          { '{{reason}}': 'sum by (reason) (increase(salience_drift_skipped_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Answers of tools',
          'Kept as episodes, worth nothing, known, put off, given up.',
          'none',
          { '{{outcome}}': 'sum by (outcome) (increase(salience_experiences_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Memory jobs',
          'Chunks, episodes, concepts and experiences, by outcome.',
          'reqps',
          {
            '{{job}} {{outcome}}':
              'sum by (job, outcome) (rate(salience_jobs_total{job=~"memory.chunk|episode.build|experience.assimilate"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Model calls of memory',
          'By role and outcome.',
          'reqps',
          {
            '{{role}} {{outcome}}':
              'sum by (role, outcome) (rate(salience_model_calls_total{role=~"chunk|episode|concept|experience"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
      ],
    },
    {
      title: 'One by one',
      height: 10,
      panels: [
        traces(
          'Memory jobs that failed',
          'The newest.',
          '{ name =~ "process (memory-chunk|episode-build|experience-assimilate)" && status = error }',
        ),
        traces(
          'Jobs that were tried again',
          'Second attempts and later ones.',
          '{ name =~ "process .+" && span.salience.job.attempt > 1 }',
        ),
        logs(
          'What the scheduler says',
          'Warnings and errors.',
          '{service_name="scheduler"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
