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
        number(
          'Lanes waiting',
          'With a turn that nobody has claimed.',
          'none',
          'max(salience_lanes{state="waiting"})',
        ),
        number('Lanes running', 'Held by a digest.', 'none', 'max(salience_lanes{state="running"})'),
        number(
          'Oldest unclaimed turn',
          'Seconds since it was accepted.',
          's',
          'max(salience_lane_oldest_seconds)',
          { limit: 10 },
        ),
        number(
          'Takeovers in the last hour',
          'Lanes whose holder stopped renewing: it died, or was held up for ten seconds.',
          'none',
          'sum(increase(salience_lane_takeovers_total[1h]))',
          { limit: 1 },
        ),
        number('Quarantined turns', 'Not settled.', 'none', 'max(salience_quarantined_turns)', { limit: 1 }),
      ],
    },
    {
      title: 'Waiting',
      panels: [
        lines(
          'Lanes',
          'Waiting and running. Waiting that stays above zero asks for another digest.',
          'none',
          { '{{state}}': 'max by (state) (salience_lanes)' },
        ),
        lines(
          'From acceptance to claim',
          'Of the turns claimed.',
          's',
          quantiles('salience_lane_wait_seconds'),
        ),
        heat(
          'From acceptance to claim',
          'The same, all of it.',
          'sum by (le) (increase(salience_lane_wait_seconds_bucket[$__rate_interval]))',
        ),
      ],
    },
    {
      title: 'The queue that wakes them',
      panels: [
        lines(
          'Oldest wake-up',
          'Due and not taken.',
          's',
          { '{{queue}}': 'max by (queue) (salience_queue_oldest_seconds{queue="turn-digest"})' },
          { limit: 10 },
        ),
        lines('Wake-ups', 'Due, and for later.', 'none', {
          due: 'max(salience_queue_depth{queue="turn-digest"})',
          later: 'max(salience_queue_delayed{queue="turn-digest"})',
        }),
        lines(
          'Attempts',
          'A lane that yields or was taken already ends its attempt as snoozed or cancelled.',
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
      title: 'Changing hands',
      panels: [
        lines('Takeovers', 'Each one is a worker that went away with a turn in hand.', 'none', {
          takeovers: 'sum(increase(salience_lane_takeovers_total[$__rate_interval]))',
        }),
        lines('Woken by the sweep', 'Turns whose wake-up was lost on the way.', 'none', {
          lanes: 'sum(increase(salience_sweeper_repairs_total{kind="lane"}[$__rate_interval]))',
        }),
        lines(
          'Turns that ended',
          'By state.',
          'reqps',
          { '{{state}}': 'sum by (state) (rate(salience_turns_ended_total[$__rate_interval]))' },
          { stacked: true },
        ),
      ],
    },
    {
      title: 'One by one',
      height: 10,
      panels: [
        traces(
          'Attempts of digest that failed',
          'The newest.',
          '{ name = "process turn-digest" && status = error }',
        ),
        logs(
          'What digest says',
          'Warnings and errors.',
          '{service_name="digest"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
