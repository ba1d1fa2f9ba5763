/** A game's settings in a few words: "Renju, 5+3, rated". */
import type { Settings, TimeControl } from '../api/types';
import { t } from '../i18n/index.svelte';

export function controlWords(control: TimeControl): string {
  if (control.untimed) return t.common.untimed();
  const minutes = Math.floor(control.initial_seconds / 60);
  const seconds = control.initial_seconds % 60;
  const start = seconds ? `${minutes}:${String(seconds).padStart(2, '0')}` : String(minutes);
  return t.common.control({ minutes: start, seconds: String(control.increment_seconds) });
}

export function settingsWords(settings: Pick<Settings, 'mode' | 'time_control' | 'rated'>): string {
  return [
    t.common.mode({ mode: settings.mode }),
    controlWords(settings.time_control),
    settings.rated ? t.common.rated() : t.common.casual(),
  ].join(', ');
}
