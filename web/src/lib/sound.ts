/** Small sounds, made on the spot: no files, and nothing until the first move. */

let context: AudioContext | undefined;

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds from now, and how long it rings. */
  at: number;
  length: number;
  loud: number;
}

const SOUNDS: Record<string, Note[]> = {
  place: [
    { pitch: 190, at: 0, length: 0.09, loud: 0.5 },
    { pitch: 520, at: 0.004, length: 0.035, loud: 0.16 },
  ],
  turn: [{ pitch: 660, at: 0, length: 0.16, loud: 0.12 }],
  pass: [{ pitch: 247, at: 0, length: 0.22, loud: 0.14 }],
  low: [
    { pitch: 880, at: 0, length: 0.08, loud: 0.12 },
    { pitch: 880, at: 0.16, length: 0.08, loud: 0.12 },
  ],
  over: [
    { pitch: 392, at: 0, length: 0.3, loud: 0.14 },
    { pitch: 494, at: 0.12, length: 0.3, loud: 0.14 },
    { pitch: 587, at: 0.24, length: 0.5, loud: 0.14 },
  ],
};

export type Sound = keyof typeof SOUNDS;

export function sound(name: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const note of SOUNDS[name]) ring(context, note);
  } catch {
    // no sound device: the game goes on in silence
  }
}

function ring(audio: AudioContext, { pitch, at, length, loud }: Note): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
