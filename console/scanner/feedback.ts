/** Meanings of the sounds. Each is different in rhythm too, and not only in pitch: warehouses are loud. */
export type Sign = 'counted' | 'finished' | 'wrong';

interface Tone {
  readonly hertz: number;
  /** Milliseconds from the beginning, and of the tone. */
  readonly at: number;
  readonly lasts: number;
}

const tones: Readonly<Record<Sign, readonly Tone[]>> = {
  counted: [{ hertz: 1_320, at: 0, lasts: 70 }],
  finished: [
    { hertz: 880, at: 0, lasts: 90 },
    { hertz: 1_175, at: 110, lasts: 90 },
    { hertz: 1_568, at: 220, lasts: 160 },
  ],
  wrong: [
    { hertz: 196, at: 0, lasts: 260 },
    { hertz: 165, at: 320, lasts: 360 },
  ],
};

/** Milliseconds of vibration and rest. */
const vibrations: Readonly<Record<Sign, readonly number[]>> = {
  counted: [40],
  finished: [40, 60, 40, 60, 120],
  wrong: [300, 100, 300],
};

const kept = 'conveyor-sounds';

/** Returns whether this device makes sounds and vibrates. */
export const areSoundsOn = (): boolean => localStorage.getItem(kept) !== 'off';

export function setSounds(areOn: boolean): void {
  if (areOn) localStorage.removeItem(kept);
  else localStorage.setItem(kept, 'off');
}

let context: AudioContext | null = null;

/** Says by sound and vibration what a scan did. The screen says it in words, too. */
export function give(sign: Sign): void {
  if (!areSoundsOn()) return;
  navigator.vibrate?.([...vibrations[sign]]);
  // Browsers play nothing before somebody has touched the page or pressed a key. The scan itself is such a key.
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const { hertz, at, lasts } of tones[sign]) play(context, hertz, at / 1_000, lasts / 1_000);
}

function play(audio: AudioContext, hertz: number, at: number, lasts: number): void {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const begins = audio.currentTime + at;
  tone.type = 'square';
  tone.frequency.value = hertz;
  // Without a short rise and fall, speakers click.
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(0.2, begins + 0.005);
  volume.gain.setValueAtTime(0.2, begins + lasts - 0.01);
  volume.gain.linearRampToValueAtTime(0, begins + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(begins);
  tone.stop(begins + lasts);
}
