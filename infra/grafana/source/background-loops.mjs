// What runs without being asked: does each loop run, does it produce, and does anything pile up behind it?
import { bars, dashboard, lines, logs, number, traces } from './panels.mjs';

export default dashboard({
  uid: 'salience-background-loops',
  title: 'Background loops',
  about: 'Loops of the scheduler and consumers of queues: last success, last product, and what waits.',
  rows: [
    {
      title: 'Loop health',
      height: 9,
      panels: [
        bars(
          'Time since the last successful run',
          'Of the best replica of each app.',
          's',
          { '{{service}} {{loop}}': 'min by (service, loop) (salience_loop_last_success_seconds)' },
          { limit: 3700 },
        ),
        bars(
          'Time since the last product',
          'A long time is normal without work: compare with the backlog.',
          's',
          { '{{service}} {{loop}}': 'min by (service, loop) (salience_loop_idle_seconds)' },
        ),
      ],
    },
    {
      title: 'Backlog',
      panels: [
        lines('Backlog', 'Rows that wait for a worker, by kind.', 'none', {
          '{{kind}}': 'max by (kind) (salience_backlog)',
          outbox: 'max(salience_outbox_pending)',
        }),
        lines(
          'Oldest of the backlog',
          'Its age.',
          's',
          { '{{kind}}': 'max by (kind) (salience_backlog_oldest_seconds)' },
          { limit: 60 },
        ),
        number('Dead letters', 'Open.', 'none', 'max(salience_dead_letters_open)', { limit: 1 }),
      ],
    },
    {
      title: 'Results',
      panels: [
        lines(
          'Sent again by sweeps',
          'Jobs, by kind.',
          'none',
          { '{{kind}}': 'sum by (kind) (increase(salience_sweeper_repairs_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Schedules',
          'Fired in time, fired late, or skipped and why.',
          'none',
          {
            '{{fate}}': 'sum by (fate) (increase(salience_schedules_fired_total[$__rate_interval]))',
            'skipped: {{reason}}':
              'sum by (reason) (increase(salience_schedules_skipped_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Tasks',
          'Moves through the ledger; ticks of the safety sweep that failed.',
          'none',
          {
            '{{move}}': 'sum by (move) (increase(salience_task_moves_total[$__rate_interval]))',
            'tick failed': 'sum(increase(salience_pulse_ticks_total{outcome="error"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Inlets',
          'What came in, and why; failures of inlets.',
          'none',
          {
            '{{inlet}} {{authorisation}} {{reason}}':
              'sum by (inlet, authorisation, reason) (increase(salience_inbound_total[$__rate_interval]))',
            '{{inlet}} failed: {{code}}':
              'sum by (inlet, code) (increase(salience_adapter_errors_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Signals',
          'What was taken in, by source; what woke the agent and what did not; trainings.',
          'none',
          {
            '{{source}}': 'sum by (source) (increase(salience_signals_total[$__rate_interval]))',
            'judged: {{reason}}': 'sum by (reason) (increase(salience_judgements_total[$__rate_interval]))',
            'wake: {{outcome}}': 'sum by (outcome) (increase(salience_wakes_total[$__rate_interval]))',
            'training: {{outcome}}':
              'sum by (outcome) (increase(salience_trainings_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Letters',
          'Attempts at mails that the agent wrote, by how they ended.',
          'none',
          {
            '{{kind}} {{outcome}}':
              'sum by (kind, outcome) (increase(salience_letters_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Deliveries',
          'Attempts to reach people over channels, by how they ended.',
          'none',
          {
            '{{channel}} {{outcome}}':
              'sum by (channel, outcome) (increase(salience_deliveries_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        number(
          'Undelivered',
          'Turns that nobody asked for and that reached nobody.',
          'none',
          'max(salience_notices_undelivered)',
        ),
        lines(
          'Flaws of memory',
          'Shares in the latest audits: duplicate, unsupported, circular, stale.',
          'percentunit',
          { '{{kind}} {{flaw}}': 'max by (kind, flaw) (salience_memory_flaws_ratio)' },
        ),
        lines('Stored memories', 'By kind, as of the latest audits; failed: the extraction failed.', 'none', {
          '{{kind}}': 'max by (kind) (salience_memory_items)',
          'failed {{kind}}': 'max by (kind) (salience_memory_failed)',
        }),
        number('Requests to forget', 'Open.', 'none', 'max(salience_forgettings_open)'),
        lines(
          'Idle thoughts',
          'Stored, by seed strategy; abandoned for a turn.',
          'none',
          {
            '{{strategy}}': 'sum by (strategy) (increase(salience_drift_thoughts_total[$__rate_interval]))',
            'given up': 'sum(increase(salience_drift_yields_total[$__rate_interval]))',
            said: 'sum(increase(salience_thoughts_said_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Drift attempts without a thought',
          'By reason: fleet busy, no material, fatigue, refused.',
          'none',
          { '{{reason}}': 'sum by (reason) (increase(salience_drift_skipped_total[$__rate_interval]))' },
          { stacked: true },
        ),
        lines(
          'Answers of tools',
          'By outcome: stored, worthless, known, postponed, expired.',
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
      title: 'Logs',
      height: 10,
      panels: [
        traces(
          'Memory jobs that failed',
          'Latest first.',
          '{ name =~ "process (memory-chunk|episode-build|experience-assimilate)" && status = error }',
        ),
        traces(
          'Retried jobs',
          'Second and later attempts.',
          '{ name =~ "process .+" && span.salience.job.attempt > 1 }',
        ),
        logs(
          'Scheduler logs',
          'Warnings and errors.',
          '{service_name="scheduler"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
