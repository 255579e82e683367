import { expect, it } from 'vitest';
import { compileModule } from '../module/compile-module.ts';
import { fileEvent } from '../question/questions.fixture.ts';
import { renderQuestion } from '../question/render-question.ts';
import { shippedModules } from './shipped-modules.ts';

it('every shipped module compiles, under a name of its own', () => {
  const compiled = shippedModules.map(compileModule);
  expect(compiled.map(({ module_id }) => module_id)).toEqual([
    'homework',
    'failing-build',
    'mail-that-wants-an-answer',
  ]);
  expect(compiled.map(({ signal_priors }) => Object.keys(signal_priors))).toEqual([
    ['filesystem'],
    ['filesystem'],
    ['mail'],
  ]);
});

it('every shipped module has a question for its events', () => {
  const mail = fileEvent('eve@example.org', { source: 'mail', features: { subject_tokens: ['lunch'] } });
  const events = [
    fileEvent('/disk/u/Downloads/hw3.pdf'),
    fileEvent('/disk/u/logs/builds/main.log', { delta_type: 'modified' }),
    mail,
  ];
  const questions = shippedModules.map(
    (module, at) => renderQuestion(compileModule(module), events.slice(at, at + 1)).question,
  );
  expect(questions[0]).toMatch(/^A new file appeared at “.*hw3\.pdf”\. Is this file related/);
  expect(questions[1]).toMatch(/“.*main\.log” says that something failed \(modified, 200 KiB\)/);
  expect(questions[2]).toMatch(/^A mail from “eve@example\.org” .*“lunch”/);
});
