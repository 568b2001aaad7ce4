import type { transcribe } from '#catalog/transcribe/service.ts'
import { toSubtitles } from '#core/subtitles.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import { loadStringsByTag } from '#sandbox/words.ts'

/** Returns a text that says this is a demo, and the facts of the file that need no model. */
const texts = sandboxMaker<typeof transcribe, 'texts'>(async ({ values }, studio) => {
  const { audio_url, language, subtitles } = values
  const { duration } = await studio.run('readAudio', { bytes: await studio.read(audio_url) })
  const name = decodeURIComponent(audio_url.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  const text = loadStringsByTag(language)
    .text('transcript')
    .replace('{{name}}', name)
    .replace('{{seconds}}', String(Math.round(duration)))
  const srt = subtitles ? toSubtitles([{ text, start: 0, end: duration }]) : ''
  return [{ values: { text, srt, language: language === 'auto' ? '' : language }, files: {} }]
})

export const transcribeSandbox: SandboxService = { texts: { seconds: 2, make: texts } }
