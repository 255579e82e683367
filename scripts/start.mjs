// `npm start`: sets up what is missing, then runs `salience up` in this terminal until it ends.
import { bootstrap, runScript } from './bootstrap.mjs';
import { runInPlace } from './set-up/children.mjs';
import { toolEnvironment } from './set-up/environment.mjs';
import { CLI_BUNDLE, SUPERVISOR_FLAGS } from './set-up/repository.mjs';

await runScript(async () => {
  const runtime = await bootstrap();
  const args = [...SUPERVISOR_FLAGS, CLI_BUNDLE, 'up', ...process.argv.slice(2)];
  return await runInPlace(runtime, args, toolEnvironment(runtime));
});
