// How routing does and what it learns: modes, pressures, policies, labels, reviews.
import { bars, dashboard, lines, logs, number } from './panels.mjs';

export default dashboard({
  uid: 'salience-routing',
  title: 'Routing',
  about:
    'Shares of modes against what is healthy, pressures, versions of policies, and what was said of decisions.',
  rows: [
    {
      title: 'How routing does',
      height: 9,
      panels: [
        lines(
          'Shares of modes',
          'In talk of one person with the agent. Healthy: RESPOND 50 to 75 %, CLARIFY 8 to 20, ACT 5 to 15, ACKNOWLEDGE 3 to 12, IGNORE below 2.',
          'percentunit',
          { '{{mode}}': 'max by (mode) (salience_mode_share)' },
          { stacked: true },
        ),
        bars(
          'Pressures',
          'Each by its threshold: above 1 it presses for a change.',
          'none',
          { '{{pressure}}': 'max by (pressure) (salience_policy_pressure)' },
          { limit: 1 },
        ),
        lines(
          'Policies',
          'The version that decides, as each app knows it; 1: digests take no turns because they do not know it.',
          'none',
          {
            '{{name}} {{service}}': 'min by (name, service) (salience_policy_version)',
            '{{queue}} held': 'max by (queue) (salience_queue_held)',
          },
        ),
      ],
    },
    {
      title: 'What it learns from',
      panels: [
        lines(
          'Labels of decisions',
          'What people showed of how they were routed, by way and kind; rows that could not be read.',
          'none',
          {
            '{{via}} {{kind}}': 'sum by (via, kind) (increase(salience_labels_total[$__rate_interval]))',
            'passed over {{via}}': 'sum by (via) (increase(salience_labels_skipped_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Reviews of decisions',
          'By a model, by how they ended; 1: there is no model to review.',
          'none',
          {
            '{{outcome}}': 'sum by (outcome) (increase(salience_reviews_total[$__rate_interval]))',
            'no model': 'max(salience_reviewer_offline)',
          },
        ),
        lines(
          'Calibration',
          'Mean distance of the confidence of routing and how often it was right, without and with its map.',
          'percentunit',
          { '{{map}} map': 'max by (map) (salience_calibration_error_ratio)' },
        ),
        number(
          'Time since the last cycle',
          'One a day ends, whether or not it changes anything.',
          's',
          'min(salience_loop_idle_seconds{service="routing-regulator", loop="regulate"})',
          { limit: 93_600 },
        ),
      ],
    },
    {
      title: 'Logs',
      height: 10,
      panels: [
        logs(
          'Logs of routing-regulator',
          'Warnings and errors.',
          '{service_name="routing-regulator"} |~ `"level":"(warn|error|fatal)"`',
        ),
      ],
    },
  ],
});
