import type { stamps as English } from './en-stamps.ts';

/** As in English. */
export const stamps: typeof English = {
  authority: 'Zertifikat der Zeitstempelstelle',
  unloaded: 'Der Code, der Zeitstempel prüft, wurde nicht geladen: Laden Sie diese Seite noch einmal mit Netz.',
  stamped: (name, time) => `Seit wann: Zeitstempel von ${name}, ${time}`,
  failed: (problem) => `Seit wann: ${problem}`,
  none:
    'Seit wann: nicht geprüft; die Datei hat keinen Zeitstempel. Noch einmal mit stamps=true abgerufen, kann sie ' +
    'einen haben',
  unchecked: 'Seit wann: Der Zeitstempel wurde nicht geprüft; das Zertifikat seiner Stelle prüft ihn',
  keep: 'Ich habe es von anderswo: Zertifikat in diesem Browser behalten',
  kept: (name, time) => `Das Zertifikat von ${name} wurde am ${time} in diesem Browser behalten.`,
  forget: 'Vergessen',
  notKept: 'Dieser Browser erlaubt Seiten nicht, etwas zu behalten.',
};
