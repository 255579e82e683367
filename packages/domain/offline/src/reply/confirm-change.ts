import type { LanguageCode } from '@salience/language';

/** How the skill that keeps reminders says what it changed. */
const changed =
  /^The (?<kind>reminder|prompt) (?<change>is cancelled|has ended|is paused|goes on|runs now, after this turn): (?<text>.+)$/su;

interface ChangedPhrases {
  readonly reminder: string;
  readonly prompt: string;
  readonly changes: Readonly<Record<string, string>>;
}

const changes = (
  ...[cancelled, ended, paused, resumed, runs]: readonly [string, string, string, string, string]
) => ({
  'is cancelled': cancelled,
  'has ended': ended,
  'is paused': paused,
  'goes on': resumed,
  'runs now, after this turn': runs,
});

const phrases: Readonly<Record<Exclude<LanguageCode, 'en'>, ChangedPhrases>> = {
  de: {
    reminder: 'Die Erinnerung',
    prompt: 'Die Aufgabe',
    changes: changes(
      'kommt nicht mehr',
      'ist beendet',
      'ist angehalten',
      'geht weiter',
      'läuft gleich nach dieser Antwort',
    ),
  },
  fr: {
    reminder: 'Le rappel',
    prompt: 'Cette tâche',
    changes: changes(
      "n'aura pas lieu",
      'prend fin',
      'est en pause',
      'reprend',
      'part tout de suite après cette réponse',
    ),
  },
  es: {
    reminder: 'El recordatorio',
    prompt: 'La tarea',
    changes: changes(
      'ya no llegará',
      'ha terminado',
      'está en pausa',
      'continúa',
      'sale justo después de esta respuesta',
    ),
  },
  pt: {
    reminder: 'O lembrete',
    prompt: 'A tarefa',
    changes: changes(
      'já não chega',
      'terminou',
      'está em pausa',
      'continua',
      'sai logo a seguir a esta resposta',
    ),
  },
  it: {
    reminder: 'Il promemoria',
    prompt: "L'attività",
    changes: changes(
      'non arriverà più',
      'è finito',
      'è in pausa',
      'riprende',
      'parte subito dopo questa risposta',
    ),
  },
};

/** Says in a language what was done with a reminder, as its skill reports it; undefined for a report of anything else. */
export function confirmChange(report: string, language: LanguageCode): string | undefined {
  const { change = '', kind, text = '' } = changed.exec(report)?.groups ?? {};
  if (kind === undefined || language === 'en') return undefined;
  const say = phrases[language];
  return `${kind === 'prompt' ? say.prompt : say.reminder} ${say.changes[change] ?? change}${language === 'fr' ? ' :' : ':'} ${text}`;
}
