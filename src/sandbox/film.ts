import type { SandboxStudio } from '#sandbox/media.ts'

/** Width and height in pixels, both even, and frames per second. */
export type FilmFrame = { width: number; height: number; fps: number }

/** Maximum pixels of the longer side of a sandbox video. */
const LONGEST = 2048

/**
 * Returns the frame of a video with an aspect ratio such as `16:9`.
 * @param lines pixels of its shorter side; a large video has fewer frames per second, so that it is
 * made in time
 */
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

/** Makes instrumental music for a video, as an MP3. */
export async function filmMusic(
  studio: SandboxStudio,
  style: string,
  seed: string,
  seconds: number
): Promise<Uint8Array> {
  const { song } = await studio.run('song', {
    title: '',
    style,
    lyric: '',
    seed,
    seconds,
    instrumental: true
  })
  return song
}
