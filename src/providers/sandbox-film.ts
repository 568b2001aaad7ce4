import type { SandboxStudio } from '#providers/sandbox.ts'

/** Sides in pixels, both even, and frames a second. */
export type FilmFrame = { width: number; height: number; fps: number }

/** Pixels of the longest side that the sandbox films. */
const LONGEST = 2048

/** The frame of a film of a ratio such as `16:9`. @param lines pixels of its shorter side; a large film has fewer frames, so that it is made in time */
export function filmFrame(ratio: string, lines: number): FilmFrame {
  const [wide = 1, tall = 1] = ratio.split(':').map(Number)
  const scale = Math.min(lines / Math.min(wide, tall), LONGEST / Math.max(wide, tall))
  const side = (share: number): number => Math.round((share * scale) / 2) * 2
  return { width: side(wide), height: side(tall), fps: fpsOf(lines) }
}

function fpsOf(lines: number): number {
  if (lines > 720) return 8
  return lines > 540 ? 12 : lines > 480 ? 16 : 24
}

/** Music without words for a film: an MP3. */
export async function filmMusic(studio: SandboxStudio, style: string, seed: string, seconds: number): Promise<Uint8Array> {
  const { song } = await studio.run('song', { title: '', style, lyric: '', seed, seconds, instrumental: true })
  return song
}
