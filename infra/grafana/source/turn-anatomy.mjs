// Where the time and the money of a turn go, from the request to what it leaves in memory.
import { bars, choice, dashboard, heat, lines, number, quantiles, traces } from './panels.mjs';

export default dashboard({
  uid: 'salience-turn-anatomy',
  title: 'Turn anatomy',
  about: 'Stages of a turn, its model calls, tokens and cost, and the traces behind them.',
  choices: [choice('agent', 'salience_turns_ended_total', 'agent')],
  rows: [
    {
      title: 'Outcomes',
      panels: [
        lines(
          'Turns by terminal state',
          'Of the chosen agents.',
          'reqps',
          {
            '{{state}}':
              'sum by (state) (rate(salience_turns_ended_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Turns by agent',
          'Ended turns of each agent.',
          'reqps',
          {
            '{{agent}}':
              'sum by (agent) (rate(salience_turns_ended_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
      ],
    },
    {
      title: 'Stages',
      height: 9,
      panels: [
        lines(
          'Time in each stage',
          'Mean seconds of a turn, stacked: the height is the whole turn.',
          's',
          {
            '{{stage}}':
              'sum by (stage) (rate(salience_stage_duration_seconds_sum[$__rate_interval])) / sum by (stage) (rate(salience_stage_duration_seconds_count[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Stages, 95th percentile',
          'In seconds.',
          's',
          quantiles('salience_stage_duration_seconds', { by: ['stage'], of: [0.95] }),
        ),
        heat(
          'Waiting for the lane',
          'From the acceptance of a turn to the claim of its lane.',
          'sum by (le) (increase(salience_lane_wait_seconds_bucket[$__rate_interval]))',
        ),
        lines(
          'Runs of the embedder, per turn',
          'Texts whose vectors were computed in digest. A message that its words alone decide needs none on its way.',
          'none',
          {
            runs: 'sum(rate(salience_embedder_runs_total{service="digest"}[$__rate_interval])) / sum(rate(salience_turns_ended_total[$__rate_interval]))',
          },
        ),
      ],
    },
    {
      title: 'Actions',
      panels: [
        lines(
          'Rulings',
          'Proposed actions: run, asked a person, or refused.',
          'reqps',
          {
            '{{path}}':
              'sum by (path) (rate(salience_action_rulings_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Actions by outcome',
          'An unknown outcome is never retried: `salience why` shows the turn.',
          'reqps',
          {
            '{{tool}} {{outcome}}':
              'sum by (tool, outcome) (rate(salience_action_duration_seconds_count[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Duration of an action',
          'One attempt, by tool.',
          's',
          quantiles('salience_action_duration_seconds', { by: ['tool'], of: [0.95] }),
        ),
      ],
    },
    {
      title: 'Models',
      panels: [
        lines(
          'Calls by outcome',
          'Of the chosen agents.',
          'reqps',
          {
            '{{role}} {{outcome}}':
              'sum by (role, outcome) (rate(salience_model_calls_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Duration of a call',
          'By role.',
          's',
          quantiles('salience_model_call_duration_seconds', { by: ['role'], of: [0.5, 0.95] }),
        ),
        lines(
          'Time to first chunk',
          'Of a streamed reply.',
          's',
          quantiles('salience_model_first_token_seconds', { by: ['role'], of: [0.5, 0.95] }),
        ),
        lines('Calls avoided', 'Decisions made without a model, by reason.', 'reqps', {
          '{{reason}}':
            'sum by (reason) (rate(salience_model_calls_avoided_total{agent=~"$agent"}[$__rate_interval]))',
        }),
      ],
    },
    {
      title: 'Providers',
      panels: [
        lines(
          'Requests by outcome',
          'As sent to providers, with retries and failover.',
          'reqps',
          {
            '{{provider}} {{model}} {{outcome}}':
              'sum by (provider, model, outcome) (rate(salience_model_attempts_total[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines('Circuit open', '1 while calls to an unreachable provider are suspended.', 'none', {
          '{{provider}}': 'max by (provider) (salience_model_provider_offline)',
        }),
        lines('Answers without usage', 'Their tokens and cost are not counted anywhere.', 'reqps', {
          '{{role}} {{model}}':
            'sum by (role, model) (rate(salience_model_usage_missing_total{agent=~"$agent"}[$__rate_interval]))',
        }),
      ],
    },
    {
      title: 'Cost',
      panels: [
        number(
          'Dollars a day',
          'At the pace of the last hour, where the model has a price.',
          'currencyUSD',
          '24 * sum(increase(salience_model_cost_usd_total{agent=~"$agent"}[1h]))',
        ),
        lines(
          'Dollars an hour',
          'By role.',
          'currencyUSD',
          {
            '{{role}}':
              '3600 * sum by (role) (rate(salience_model_cost_usd_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        lines(
          'Tokens',
          'Read and written, by role.',
          'none',
          {
            '{{role}} {{type}}':
              'sum by (role, type) (rate(salience_model_tokens_total{agent=~"$agent"}[$__rate_interval]))',
          },
          { stacked: true },
        ),
        bars('Tokens by agent', 'In the last hour.', 'short', {
          '{{agent}}':
            'topk(10, sum by (agent) (increase(salience_model_tokens_total{agent=~"$agent"}[1h])))',
        }),
      ],
    },
    {
      title: 'Traces',
      height: 10,
      panels: [
        traces(
          'Slow turns',
          'From the request to the commit, longer than five seconds.',
          '{ name = "turn.commit" && trace:duration > 5s }',
        ),
        traces(
          'Failed turns',
          'Failed, quarantined or cancelled.',
          '{ name = "process turn-digest" && span.salience.turn.state =~ "failed|quarantined|cancelled" }',
        ),
        traces(
          'Slow stages',
          'Accepting, classifying or routing that exceeded its limit.',
          '{ name =~ "turn.accept|turn.classify|turn.route" && duration > 100ms }',
        ),
        traces(
          'Model calls that failed',
          'With the trace of the turn.',
          '{ name =~ "chat .+" && status = error }',
        ),
      ],
    },
  ],
});
