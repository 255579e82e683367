import type { FingerprintInput } from '@salience/contracts';

/** Files that may belong to a course: documents that come into the folder of downloads. */
export const homework: FingerprintInput = {
  module_id: 'homework',
  cluster: 'academic',
  version: '1.0.0',
  question_template:
    'A new file appeared at {location}. Is this file related to a course assignment or homework? If it is, which course does it belong to, and when is it due?',
  default_threshold: 0.65,
  signal_priors: {
    filesystem: {
      watch_directories: ['~/Downloads'],
      relevant_extensions: ['.pdf', '.docx', '.pptx', '.odt', '.ipynb', '.tex'],
      irrelevant_extensions: ['.exe', '.zip', '.mp3', '.mp4', '.iso', '.dmg', '.torrent'],
      relevant_words: [
        'homework',
        'assignment',
        'exercise',
        'worksheet',
        'lecture',
        'course',
        'syllabus',
        'hausaufgabe',
        'hausaufgaben',
        'übung',
        'übungsblatt',
        'vorlesung',
      ],
      deltas: ['created', 'renamed'],
    },
  },
};
