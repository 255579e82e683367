// The one lint rule that oxlint does not have: in code that must be pure, a date comes from a value.
// What else purity forbids (process, timers, Math.random, …) is named in .oxlintrc.json.

const isDate = (node) => node.callee.type === 'Identifier' && node.callee.name === 'Date';

const noClock = {
  create(context) {
    const report = (node) =>
      context.report({ node, message: 'The clock is read here: take the time as a value (`now`).' });
    return {
      // `new Date(ms)` is arithmetic; without a value it reads the clock.
      NewExpression(node) {
        if (isDate(node) && node.arguments.length === 0) report(node);
      },
      // `Date(…)` ignores its arguments and always reads the clock.
      CallExpression(node) {
        if (isDate(node)) report(node);
      },
    };
  },
};

export default { meta: { name: 'salience' }, rules: { 'no-clock': noClock } };
