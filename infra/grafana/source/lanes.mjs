// One thread, one lane: do lanes wait, for how long, and do they change hands?
import { dashboard, heat, lines, logs, number, quantiles, traces } from './panels.mjs';

export default dashboard({
  uid: 'salience-lanes',
  title: 'Lanes',
  about: 'Threads with turns: waiting, running, taken over, quarantined.',
  rows: [
    {
      title: 'Now',
      height: 5,
      panels: [
        number('Lanes waiting', 'With an unclaimed turn.', 'none', 'max(salience_lanes{state="waiting"})'),
        number('Lanes running', 'Owned by a digest worker.', 'none', 'max(salience_lanes{state="running"})'),
        number(
          'Oldest unclaimed turn',
          'Seconds since it was accepted.',
          's',
          'max(salience_lane_oldest_seconds)',
          { limit: 10 },
        ),
        number(
          'Takeovers in the last hour',
          'Lanes whose owner stopped renewing its lease: it crashed, or was blocked for ten seconds.',
          'none',
          'sum(increase(salience_lane_takeovers_total[1h]))',
          { limit: 1 },
        ),
        number('Quarantined turns', 'Open.', 'none', 'max(salience_quarantined_turns)', { limit: 1 }),
      ],
    },
    {
      title: 'Waiting',
      panels: [
        lines('Lanes', 'Waiting and running. If waiting stays above zero, add a digest replica.', 'none', {
          '{{state}}': 'max by (state) (salience_lanes)',
        }),
        lines(
          'From acceptance to claim',
          'Percentiles of claimed turns.',
          's',
          quantiles('salience_lane_wait_seconds'),
        ),
        heat(
          'From acceptance to claim',
          'The distribution.',
          'sum by (le) (increase(salience_lane_wait_seconds_bucket[$__rate_interval]))',
        ),
      ],
    },
    {
      title: 'Wake-up queue',
      panels: [
        lines(
          'Oldest wake-up',
          'Due and not claimed.',
          's',
          { '{{queue}}': 'max by (queue) (salience_queue_oldest_seconds{queue="turn-digest"})' },
          { limit: 10 },
        ),
        lines('Wake-ups', 'Due and delayed.', 'none', {
          due: 'max(salience_queue_depth{queue="turn-digest"})',
          later: 'max(salience_queue_delayed{queue="turn-digest"})',
        }),
        lines(
          'Attempts',
          'If a lane yields or is already owned, the attempt ends as snoozed or cancelled.',
          'reqps',
          {
            '{{outcome}}':
              'sum by (outcome) (rate(salience_jobs_total{job="turn.digest"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
      ],
    },
    {
      title: 'Takeovers and lost wake-ups',
      panels: [
        lines('Takeovers', 'Each means that a worker stopped with a claimed turn.', 'none', {
          takeovers: 'sum(increase(salience_lane_takeovers_total[$__rate_interval]))',
        }),
        lines(
          'Claims',
          'By who held the lane before: the same worker finds what it knows of the thread.',
          'reqps',
          {
            '{{holder}}': 'sum by (holder) (rate(salience_lane_claims_total[$__rate_interval]))',
          },
        ),
        lines('Woken by the sweep', 'Turns whose wake-up was lost.', 'none', {
          lanes: 'sum(increase(salience_sweeper_repairs_total{kind="lane"}[$__rate_interval]))',
        }),
        lines(
          'Ended turns',
          'By state.',
          'reqps',
          { '{{state}}': 'sum by (state) (rate(salience_turns_ended_total[$__rate_interval]))' },
          { stacked: true },
        ),
      ],
    },
    {
      title: 'Logs',
      height: 10,
      panels: [
        traces(
          'Failed attempts of digest',
          'Latest first.',
          '{ name = "process turn-digest" && status = error }',
        ),
        logs(
          'Digest logs',
          'Warnings and errors.',
          '{service_name="digest"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
