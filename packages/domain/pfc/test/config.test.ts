import { expect, test } from 'vitest';
import { configOf, defaultPfcConfig, mergeConfig, readConfigFile, thresholdsOf } from '../src/index.ts';

test('nothing set: the documented defaults', () => {
  expect(configOf({})).toEqual({
    handRaise: { threshold: 3, immediateTypes: ['disagreement', 'question', 'insight'] },
    thoughtTypes: ['reaction', 'question', 'connection', 'disagreement', 'insight', 'background'],
    synthesis: { style: 'structured', maxThoughts: 50 },
  });
});

test.each([
  ['a key keeps its neighbours', {}, { handRaise: { threshold: 5 } }, { handRaise: { threshold: 5 } }],
  [
    'a list is replaced',
    { handRaise: { threshold: 5, immediateTypes: ['a', 'b'] } },
    { handRaise: { immediateTypes: ['c'] } },
    { handRaise: { threshold: 5, immediateTypes: ['c'] } },
  ],
  [
    'a list of a section is replaced whole',
    { thoughtTypes: ['a'] },
    { thoughtTypes: ['b'] },
    { thoughtTypes: ['b'] },
  ],
  ['nothing changes nothing', { x: 1 }, {}, { x: 1 }],
  [
    'a third level is replaced',
    { mine: { deep: { a: 1, b: 2 } } },
    { mine: { deep: { a: 3 } } },
    { mine: { deep: { a: 3 } } },
  ],
  [
    'null resets a key',
    { handRaise: { threshold: 5 } },
    { handRaise: { threshold: null } },
    { handRaise: {} },
  ],
  ['null resets a section', { handRaise: { threshold: 5 }, x: 1 }, { handRaise: null }, { x: 1 }],
  ['what is unknown is kept', {}, { mine: 'yes' }, { mine: 'yes' }],
  ['a section replaces what is none', { mine: 1 }, { mine: { a: 1 } }, { mine: { a: 1 } }],
])('merging: %s', (_name, doc, patch, merged) => {
  expect(mergeConfig(doc, patch)).toEqual({ doc: merged });
});

test.each([
  [[], ''],
  [null, ''],
  ['x', ''],
  [{ handRaise: { threshold: 0 } }, 'handRaise.threshold'],
  [{ handRaise: { threshold: 1.5 } }, 'handRaise.threshold'],
  [{ handRaise: { threshold: '3' } }, 'handRaise.threshold'],
  [{ handRaise: 3 }, 'handRaise'],
  [{ handRaise: { immediateTypes: [''] } }, 'handRaise.immediateTypes.0'],
  [{ thoughtTypes: 'reaction' }, 'thoughtTypes'],
  [{ synthesis: { maxThoughts: 10_001 } }, 'synthesis.maxThoughts'],
  [{ synthesis: { style: 1 } }, 'synthesis.style'],
  [{ evaluate: { thresholds: { act: 0.2, consider: 0.3 } } }, 'evaluate.thresholds'],
  [{ classifier: { order: ['question', 'question'] } }, 'classifier.order'],
  [{ classifier: { questionWords: 'some' } }, 'classifier.questionWords'],
  [JSON.parse('{"__proto__": {"a": 1}}'), '__proto__'],
  [{ mine: JSON.parse('{"constructor": 1}') }, 'mine.constructor'],
])(
  'a wrong part is named with what was expected, and nothing of the patch holds: %j at %s',
  (patch, field) => {
    const { doc, problems = [] } = mergeConfig({}, patch);
    expect(doc).toBeUndefined();
    expect(problems.map((one) => one.field)).toContain(field);
    expect(problems[0]?.message).toMatch(/expected|Invalid|Too/u);
  },
);

test('a file is read as a patch over nothing', () => {
  expect(readConfigFile('{"handRaise": {"threshold": 4}}')).toEqual({ doc: { handRaise: { threshold: 4 } } });
  expect(readConfigFile(' ')).toEqual({ doc: {} });
  expect(readConfigFile('{"handRaise": ').problem).toEqual({ field: '', message: 'expected JSON' });
  expect(readConfigFile('[]').problem).toEqual({ field: '', message: 'expected an object' });
  expect(readConfigFile('{"handRaise": {"threshold": -1}}').problem?.field).toBe('handRaise.threshold');
});

test('a section that cannot be read holds by default, the others as they are set', () => {
  const config = configOf({ handRaise: { threshold: 'x' }, synthesis: { style: 'concise' } });
  expect(config.handRaise).toEqual(defaultPfcConfig.handRaise);
  expect(config.synthesis).toEqual({ style: 'concise', maxThoughts: 50 });
});

test('thresholds may be set, and what is none leaves those of the reference', () => {
  expect(thresholdsOf({ act: 0.7, consider: 0.4 })).toEqual({ act: 0.7, consider: 0.4 });
  for (const none of [null, undefined, 'high', { act: 0.7 }, { act: 0.2, consider: 0.3 }])
    expect(thresholdsOf(none)).toEqual({ act: 0.5, consider: 0.3 });
});
