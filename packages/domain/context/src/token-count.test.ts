import { describe, expect, test } from 'vitest';
import { estimateTokens } from './token-count.ts';

/** Our own words of each kind, and their tokens as o200k_base counts them. */
const counted: readonly (readonly [kind: string, tokens: number, text: string])[] = [
  [
    'English talk',
    31,
    'My sister moves to the coast in spring because she found work at the hospital. Could you remind me next week to send her the address of the agency?',
  ],
  [
    'German talk',
    33,
    'Meine Schwester zieht im Frühjahr an die Küste, weil sie eine Stelle im Krankenhaus gefunden hat. Erinnerst du mich nächste Woche daran, ihr die Adresse zu schicken?',
  ],
  [
    'French talk',
    36,
    "Ma sœur déménage au printemps parce qu'elle a trouvé un poste à l'hôpital. Peux-tu me rappeler la semaine prochaine de lui envoyer l'adresse de l'agence ?",
  ],
  [
    'Spanish talk',
    31,
    'Mi hermana se muda a la costa en primavera porque ha encontrado trabajo en el hospital. ¿Puedes recordarme la semana que viene que le mande la dirección?',
  ],
  [
    'Portuguese talk',
    32,
    'A minha irmã muda-se para a costa na primavera porque arranjou trabalho no hospital. Podes lembrar-me na próxima semana de lhe enviar a morada?',
  ],
  [
    'Italian talk',
    36,
    "Mia sorella si trasferisce sulla costa in primavera perché ha trovato lavoro in ospedale. Puoi ricordarmi la settimana prossima di mandarle l'indirizzo?",
  ],
  [
    'Russian talk',
    38,
    'Сестра весной переезжает к морю, потому что нашла работу в больнице. Напомни мне на следующей неделе отправить ей адрес агентства.',
  ],
  ['Chinese talk', 29, '我姐姐春天要搬到海边，因为她在医院找到了工作。下周能提醒我把地址发给她吗？'],
  [
    'ids',
    71,
    'ex_01a2009293997cb39df93d075f357a68 fact_7be5402ac0174f9d8a63e1b5d2c94f08 trt_9e3c57a1b08d4f26a7c1d05e8b34f692',
  ],
  ['instants', 50, '2026-11-22T17:04:27.904+00:00 2026-12-03T09:15:00.000Z 2027-01-31T22:45:10.120Z'],
  [
    'JSON',
    45,
    '{"action":"create","text":"call the pharmacy","due_at":"2026-11-26T09:00:00+01:00","items":["milk","bread","coffee beans"],"limit":5}',
  ],
  [
    'program text',
    32,
    'export function tokensOf(texts: readonly string[]): number {\n  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);\n}',
  ],
  [
    'our items',
    42,
    '[m3] 22 Nov, user: My door code is 4417.\n-> you: Noted.\n[m4] Tue 17 Nov, fact: the caretaker has the key of the bicycle cellar',
  ],
];

describe('estimated tokens', () => {
  test.each(counted)('of %s are within a fifth of the counted ones', (_kind, tokens, text) => {
    expect(estimateTokens(text) / tokens).toBeGreaterThan(0.8);
    expect(estimateTokens(text) / tokens).toBeLessThan(1.2);
  });

  test('of nothing are none, and more text never costs less', () => {
    expect(estimateTokens('')).toBe(0);
    for (const [, , text] of counted) {
      for (let at = 1; at <= text.length; at += 1)
        expect(estimateTokens(text.slice(0, at))).toBeGreaterThanOrEqual(
          estimateTokens(text.slice(0, at - 1)),
        );
    }
  });
});
