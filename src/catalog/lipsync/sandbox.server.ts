import type { lipsync } from '#catalog/lipsync/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** The size of a clip in pixels, and its longest length in seconds. */
const SIZE = { width: 640, height: 360 }
const LONGEST = 10

/**
 * Shows the image while the sound plays. Without an image, or if the sound is no MP3, it makes a
 * moving clip instead. No lips move, since no model is involved.
 */
const videos = sandboxMaker<typeof lipsync, 'videos'>(async ({ values, seed }, studio) => {
  const { image_url, audio_url, prompt = '' } = values
  const song = await studio.read(audio_url)
  const { duration, codec } = await studio.run('readAudio', { bytes: song })
  const start = image_url === undefined ? undefined : await studio.read(image_url)
  const told = { prompt, duration: Math.round(duration * 100) / 100 }
  if (start !== undefined && codec === 'mp3') {
    const bytes = await studio.run('songVideo', { cover: start, song })
    return [{ values: told, files: { video_url: { bytes } } }]
  }
  const { clip, poster } = await studio.run('clip', {
    prompt,
    seed,
    ...SIZE,
    seconds: Math.min(LONGEST, Math.max(1, Math.round(duration))),
    ...(start !== undefined && { start })
  })
  return [{ values: told, files: { video_url: { bytes: clip }, image_url: { bytes: poster } } }]
})

export const lipsyncSandbox: SandboxService = { videos: { seconds: 10, make: videos } }
