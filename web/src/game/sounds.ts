/** Sounds, made by WebAudio at the moment they are heard: nothing is loaded. */
import { settings } from '../app/settings.svelte';

export type Sound = 'own' | 'other' | 'turn' | 'low' | 'end' | 'message';

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  const { sounds, volume } = settings.current;
  if (!sounds || volume <= 0) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // No way to make sound on this device.
  }
  // Until the first tap the browser keeps the page silent; what was missed is not played later.
  if (context.state === 'suspended') {
    void context.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const at = context.currentTime + 0.01;
  switch (sound) {
    case 'own':
      return stone(context, at, 320, volume);
    case 'other':
      return stone(context, at, 250, volume);
    case 'turn':
      return tone(context, at, 660, 0.12, volume * 0.4);
    case 'low':
      tone(context, at, 880, 0.08, volume * 0.5);
      return tone(context, at + 0.14, 880, 0.08, volume * 0.5);
    case 'message':
      return tone(context, at, 520, 0.08, volume * 0.25);
    case 'end':
      tone(context, at, 523, 0.2, volume * 0.4);
      tone(context, at + 0.15, 659, 0.2, volume * 0.4);
      return tone(context, at + 0.3, 784, 0.35, volume * 0.4);
  }
}

/** A stone on wood: a short knock of filtered noise with a low body. */
function stone(audio: AudioContext, at: number, pitch: number, volume: number): void {
  const length = Math.floor(audio.sampleRate * 0.05);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 6;
  source
    .connect(filter)
    .connect(loudness(audio, at, 0.06, volume))
    .connect(audio.destination);
  source.start(at);
  tone(audio, at, pitch, 0.05, volume * 0.5);
}

function tone(audio: AudioContext, at: number, pitch: number, seconds: number, volume: number) {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.value = pitch;
  source.connect(loudness(audio, at, seconds, volume)).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.05);
}

function loudness(audio: AudioContext, at: number, seconds: number, volume: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.001, volume), at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  return gain;
}

export function buzz(): void {
  if (settings.current.haptics) navigator.vibrate?.(12);
}
