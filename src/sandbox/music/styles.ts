/** How a kind of music is played. */
export type Style = {
  name: string
  /** What a person writes to mean it. */
  words: RegExp
  /** Beats a minute. */
  tempo: readonly [number, number]
  /** Beats in a bar. */
  meter: 3 | 4
  scale: ScaleName
  /** Chords as steps of the scale, a bar each: for verses, and for choruses. */
  verse: readonly (readonly number[])[]
  chorus: readonly (readonly number[])[]
  drums: 'rock' | 'lofi' | 'swing' | 'four' | 'waltz' | 'soft' | 'trap' | 'bossa' | 'none'
  bass: 'eighths' | 'roots' | 'walking' | 'offbeat' | 'long' | 'waltz' | 'octaves' | 'sub'
  chords: 'power' | 'keys' | 'pad' | 'piano' | 'stabs' | 'strum' | 'waltz' | 'arpeggio'
  lead: 'square' | 'soft' | 'guitar' | 'bell' | 'saw' | 'flute' | 'pluck'
  /** How much later the second half of a beat comes: 0 even, 0.33 a triplet. */
  swing: number
  sevenths: boolean
  /** 0 dry to 1 a cathedral. */
  room: number
  /** Top of what is heard, in hertz: old tapes are dull. */
  brightness: number
  /** Does the bass drum push everything else down? */
  pump: boolean
}

export const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10]
} as const

type ScaleName = keyof typeof SCALES

const words = (list: string): RegExp => new RegExp(list.trim().split(/\s+/).join('|'), 'iu')

const POP: Style['verse'] = [
  [0, 4, 5, 3],
  [5, 3, 0, 4],
  [0, 5, 3, 4]
]
const RISING: Style['verse'] = [
  [3, 4, 5, 5],
  [3, 0, 4, 5],
  [5, 3, 0, 4]
]
const DARK: Style['verse'] = [
  [0, 5, 2, 6],
  [0, 3, 5, 4],
  [0, 6, 5, 6]
]
const JAZZY: Style['verse'] = [
  [1, 4, 0, 5],
  [2, 5, 1, 4],
  [0, 5, 1, 4]
]
const FLOATING: Style['verse'] = [
  [0, 3, 5, 3],
  [0, 2, 3, 5],
  [3, 0, 3, 4]
]

// A table, a style in four lines.
// oxfmt-ignore
export const STYLES: readonly [Style, ...Style[]] = [
  { name: 'pop', words: words('pop k-pop happy upbeat summer dance-pop 流行 欢快 بوب مرح'),
    tempo: [104, 118], meter: 4, scale: 'major', verse: POP, chorus: RISING,
    drums: 'rock', bass: 'eighths', chords: 'piano', lead: 'square',
    swing: 0, sevenths: false, room: 0.25, brightness: 16000, pump: false },
  { name: 'lofi', words: words('lo-?fi chill study relax 低保真 放松 لوفاي هادئ'),
    tempo: [72, 84], meter: 4, scale: 'dorian', verse: JAZZY, chorus: [[3, 4, 2, 5], [1, 4, 0, 5]],
    drums: 'lofi', bass: 'roots', chords: 'keys', lead: 'bell',
    swing: 0.2, sevenths: true, room: 0.3, brightness: 5200, pump: false },
  { name: 'jazz', words: words('jazz swing blues saxophon 爵士 蓝调 جاز'),
    tempo: [112, 148], meter: 4, scale: 'major', verse: JAZZY, chorus: JAZZY,
    drums: 'swing', bass: 'walking', chords: 'piano', lead: 'flute',
    swing: 0.33, sevenths: true, room: 0.25, brightness: 12000, pump: false },
  { name: 'waltz', words: words('waltz walzer 圆舞曲 华尔兹 فالس'),
    tempo: [138, 168], meter: 3, scale: 'major', verse: [[0, 0, 4, 4], [0, 3, 4, 0]], chorus: [[3, 0, 4, 0], [5, 3, 4, 0]],
    drums: 'waltz', bass: 'waltz', chords: 'waltz', lead: 'flute',
    swing: 0, sevenths: false, room: 0.4, brightness: 14000, pump: false },
  { name: 'techno', words: words('techno house edm electro trance rave club dance dubstep 电子 舞曲 إلكتروني تكنو'),
    tempo: [122, 132], meter: 4, scale: 'minor', verse: DARK, chorus: [[5, 6, 0, 0], [0, 5, 2, 6]],
    drums: 'four', bass: 'offbeat', chords: 'stabs', lead: 'saw',
    swing: 0, sevenths: false, room: 0.35, brightness: 17000, pump: true },
  { name: 'synthwave', words: words('synthwave retro 80s 80er vaporwave neon cyberpunk 复古 合成器'),
    tempo: [94, 108], meter: 4, scale: 'minor', verse: DARK, chorus: [[5, 2, 6, 0], [3, 5, 6, 6]],
    drums: 'four', bass: 'octaves', chords: 'pad', lead: 'saw',
    swing: 0, sevenths: false, room: 0.4, brightness: 15000, pump: true },
  { name: 'trap', words: words('trap hip-?hop rap drill r&b 嘻哈 说唱 راب هيب'),
    tempo: [68, 76], meter: 4, scale: 'minor', verse: DARK, chorus: DARK,
    drums: 'trap', bass: 'sub', chords: 'keys', lead: 'pluck',
    swing: 0, sevenths: true, room: 0.3, brightness: 15000, pump: false },
  { name: 'ambient', words: words('ambient meditat drone sleep calm space zen soundscape 氛围 冥想 安静 تأمل'),
    tempo: [58, 66], meter: 4, scale: 'major', verse: FLOATING, chorus: FLOATING,
    drums: 'none', bass: 'long', chords: 'pad', lead: 'bell',
    swing: 0, sevenths: true, room: 0.85, brightness: 9000, pump: false },
  { name: 'rock', words: words('rock metal punk grunge guitar gitarre band 摇滚 吉他 金属 روك'),
    tempo: [126, 146], meter: 4, scale: 'mixolydian', verse: [[0, 6, 3, 0], [0, 3, 6, 3], [0, 5, 3, 6]], chorus: [[0, 4, 5, 3], [3, 6, 0, 0]],
    drums: 'rock', bass: 'eighths', chords: 'power', lead: 'guitar',
    swing: 0, sevenths: false, room: 0.2, brightness: 12000, pump: false },
  { name: 'bossa', words: words('bossa latin samba salsa reggae tropical island 拉丁 لاتين'),
    tempo: [118, 132], meter: 4, scale: 'major', verse: JAZZY, chorus: [[3, 4, 2, 5], [1, 4, 0, 0]],
    drums: 'bossa', bass: 'roots', chords: 'strum', lead: 'flute',
    swing: 0, sevenths: true, room: 0.3, brightness: 13000, pump: false },
  { name: 'folk', words: words('folk acoustic country indie singer-songwriter campfire akustisch volks 民谣 原声 乡村 شعبي عود'),
    tempo: [92, 108], meter: 4, scale: 'major', verse: [[0, 3, 0, 4], [0, 5, 3, 4]], chorus: RISING,
    drums: 'soft', bass: 'roots', chords: 'strum', lead: 'pluck',
    swing: 0, sevenths: false, room: 0.25, brightness: 14000, pump: false },
  { name: 'classical', words: words('classic klassi orchestra orchester cinematic epic film piano violin string 古典 管弦 钢琴 史诗 كلاسيك بيانو'),
    tempo: [76, 92], meter: 4, scale: 'minor', verse: DARK, chorus: [[5, 2, 6, 0], [3, 6, 2, 5]],
    drums: 'none', bass: 'long', chords: 'arpeggio', lead: 'soft',
    swing: 0, sevenths: false, room: 0.6, brightness: 14000, pump: false },
  { name: 'ballad', words: words('ballad slow love sad romantic emotional liebe traurig 抒情 爱 伤感 حب حزين رومانسي'),
    tempo: [66, 76], meter: 4, scale: 'major', verse: POP, chorus: RISING,
    drums: 'soft', bass: 'roots', chords: 'piano', lead: 'soft',
    swing: 0, sevenths: false, room: 0.5, brightness: 13000, pump: false }
]

/** The style whose words stand first in a text; by chance where none does. */
export function styleOf(text: string, chance: number): Style {
  const found = STYLES.map(style => ({ style, at: text.search(style.words) })).filter(
    ({ at }) => at !== -1
  )
  const first = found.toSorted((a, b) => a.at - b.at)[0]
  return first?.style ?? STYLES[Math.floor(chance * STYLES.length)] ?? STYLES[0]
}
