/** A piece of speech, in seconds. */
export type SpeechSegment = { text: string; start: number; end: number }

/** The longest subtitle, in characters and in seconds. */
const [SIGNS, SECONDS] = [84, 6]

/** Writes words or sentences as subtitles in the format SubRip (`.srt`). */
export function toSubtitles(pieces: readonly SpeechSegment[]): string {
  const cues: SpeechSegment[] = []
  for (const piece of pieces) {
    const last = cues.at(-1)
    if (last !== undefined && isOneCue(last, piece)) {
      last.text += piece.text
      last.end = piece.end
    } else if (piece.text.trim() !== '') cues.push({ ...piece, text: piece.text.trimStart() })
  }
  return cues
    .map(
      ({ text, start, end }, at) => `${at + 1}\n${stamp(start)} --> ${stamp(end)}\n${text.trim()}\n`
    )
    .join('\n')
}

/**
 * Checks whether the next piece still fits into the subtitle. A sentence that has ended starts a
 * new one.
 */
function isOneCue(cue: SpeechSegment, next: SpeechSegment): boolean {
  return (
    !/[.!?。！？…]\s*$/u.test(cue.text) &&
    cue.text.length + next.text.length <= SIGNS &&
    next.end - cue.start <= SECONDS
  )
}

function stamp(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds * 1000))
  const part = (size: number, of: number): string => String(Math.floor(whole / size) % of)
  const clock = [part(3_600_000, 100), part(60_000, 60), part(1000, 60)]
  return `${clock.map(each => each.padStart(2, '0')).join(':')},${part(1, 1000).padStart(3, '0')}`
}
