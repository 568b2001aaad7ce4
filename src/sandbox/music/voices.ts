import type { Voice } from '#sandbox/music/track.ts'

/** The instruments of the sandbox's band. */
export const VOICES = {
  piano: {
    parts: [
      ['triangle', 1, 0.6],
      ['sine', 2, 0.22],
      ['sine', 3, 0.1],
      ['saw', 1.002, 0.1]
    ],
    attack: 0.003,
    decay: 0.9,
    hold: 0.05,
    release: 0.25,
    open: [14, 4]
  },
  keys: {
    parts: [
      ['sine', 1, 0.7],
      ['sine', 2.001, 0.2],
      ['sine', 7, 0.04],
      ['triangle', 0.999, 0.2]
    ],
    attack: 0.006,
    decay: 1.2,
    hold: 0.15,
    release: 0.4,
    open: [9, 5],
    vibrato: 0.003
  },
  pad: {
    parts: [
      ['saw', 1, 0.22],
      ['saw', 1.006, 0.22],
      ['saw', 0.994, 0.22],
      ['sine', 0.5, 0.3]
    ],
    attack: 0.5,
    decay: 2,
    hold: 0.8,
    release: 0.9,
    open: [3, 4.5]
  },
  power: {
    parts: [
      ['saw', 1, 0.5],
      ['saw', 1.498, 0.4],
      ['saw', 2.003, 0.25]
    ],
    attack: 0.004,
    decay: 0.8,
    hold: 0.55,
    release: 0.08,
    open: [9, 6],
    drive: 3.2
  },
  stabs: {
    parts: [
      ['saw', 1, 0.35],
      ['saw', 1.008, 0.35],
      ['square', 0.5, 0.15]
    ],
    attack: 0.003,
    decay: 0.16,
    hold: 0.05,
    release: 0.12,
    open: [16, 3]
  },
  strum: {
    parts: [
      ['saw', 1, 0.3],
      ['triangle', 1, 0.5],
      ['sine', 2, 0.15]
    ],
    attack: 0.002,
    decay: 0.42,
    hold: 0.03,
    release: 0.2,
    open: [13, 2.5]
  },
  square: {
    parts: [
      ['square', 1, 0.3],
      ['square', 1.004, 0.2],
      ['sine', 1, 0.3]
    ],
    attack: 0.012,
    decay: 0.4,
    hold: 0.6,
    release: 0.14,
    open: [6, 4],
    vibrato: 0.004
  },
  soft: {
    parts: [
      ['triangle', 1, 0.5],
      ['sine', 2, 0.2],
      ['saw', 1.003, 0.12],
      ['saw', 0.997, 0.12]
    ],
    attack: 0.07,
    decay: 0.6,
    hold: 0.75,
    release: 0.3,
    open: [4, 5],
    vibrato: 0.005
  },
  guitar: {
    parts: [
      ['saw', 1, 0.5],
      ['saw', 1.003, 0.3],
      ['square', 2, 0.08]
    ],
    attack: 0.006,
    decay: 0.9,
    hold: 0.6,
    release: 0.15,
    open: [10, 6],
    vibrato: 0.006,
    drive: 2.4
  },
  bell: {
    parts: [
      ['sine', 1, 0.6],
      ['sine', 3.01, 0.16],
      ['sine', 5.03, 0.07],
      ['sine', 2, 0.15]
    ],
    attack: 0.004,
    decay: 0.8,
    hold: 0.02,
    release: 0.6,
    open: [16, 10]
  },
  saw: {
    parts: [
      ['saw', 1, 0.3],
      ['saw', 1.007, 0.3],
      ['saw', 0.993, 0.3]
    ],
    attack: 0.01,
    decay: 0.35,
    hold: 0.6,
    release: 0.22,
    open: [10, 5],
    vibrato: 0.003
  },
  flute: {
    parts: [
      ['sine', 1, 0.7],
      ['triangle', 2, 0.12],
      ['sine', 3, 0.06]
    ],
    attack: 0.05,
    decay: 0.5,
    hold: 0.8,
    release: 0.14,
    open: [8, 7],
    vibrato: 0.007
  },
  pluck: {
    parts: [
      ['saw', 1, 0.4],
      ['triangle', 1, 0.4],
      ['sine', 2, 0.1]
    ],
    attack: 0.002,
    decay: 0.3,
    hold: 0.02,
    release: 0.25,
    open: [16, 2]
  },
  bass: {
    parts: [
      ['sine', 1, 0.6],
      ['saw', 1, 0.35],
      ['triangle', 2, 0.12]
    ],
    attack: 0.005,
    decay: 0.5,
    hold: 0.55,
    release: 0.06,
    open: [8, 3.5]
  },
  sub: {
    parts: [
      ['sine', 1, 0.9],
      ['triangle', 2, 0.1],
      ['sine', 3, 0.05]
    ],
    attack: 0.006,
    decay: 1.4,
    hold: 0.35,
    release: 0.15,
    open: [6, 4],
    drive: 1.4
  },
  upright: {
    parts: [
      ['triangle', 1, 0.7],
      ['sine', 1, 0.3],
      ['saw', 1, 0.1]
    ],
    attack: 0.004,
    decay: 0.35,
    hold: 0.12,
    release: 0.08,
    open: [9, 3]
  }
} as const satisfies Record<string, Voice>
