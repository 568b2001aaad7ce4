import { shortTitle } from '#core/short-title.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { SandboxContext } from '#sandbox/media.ts'

/** Seconds of the longest tune of the sandbox. */
const LONGEST = 60

type Wish = { prompt: string; lyric?: string; instrumental: boolean; seconds: number; seed: string }

/** Plays one tune for a prompt. It is shorter than a song of a real model. */
export async function makePlainSong(
  studio: SandboxContext,
  { prompt, lyric = '', instrumental, seconds, seed }: Wish
): Promise<MediaOutput> {
  const played = await studio.run('song', {
    title: '',
    style: prompt,
    lyric,
    seed,
    seconds: Math.min(LONGEST, seconds),
    instrumental
  })
  return {
    values: {
      title: shortTitle(prompt),
      style: played.style,
      prompt,
      lyric,
      instrumental,
      duration: played.seconds
    },
    files: { audio_url: { bytes: played.song } }
  }
}
