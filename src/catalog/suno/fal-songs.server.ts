import type { suno } from '#catalog/suno/service.ts'
import type { Json } from '#core/json.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { ActionValues } from '#core/service.ts'
import { answerFiles, earlierFile, idFromUrl } from '#providers/fal-request.ts'
import type { ActionInput } from '#providers/vendor-action.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

type Values = ActionValues<typeof suno, 'audios'>

/** The facts of an earlier song that go into a new request. */
type EarlierSong = { audio_url: string; lyric: string; style: string; duration?: number }

/** @throws Problem `bad_request` when the earlier song was deleted meanwhile */
export function earlierSong({ earlier }: ActionInput<Values>, field: 'audio_id'): EarlierSong {
  const audio_url = earlierFile(earlier, field, 'audio_url')
  const { lyric, style, duration } = earlier[field]?.[0] ?? {}
  return {
    audio_url,
    lyric: textOf(lyric),
    style: textOf(style),
    ...(typeof duration === 'number' && { duration })
  }
}

/**
 * Builds the outputs of songs. They contain the lyrics and the style that the vendor invented if
 * the user gave none.
 */
export function songOutputs(answer: VendorAnswer, asked: Values): MediaOutput[] {
  const {
    lyrics,
    lyric = lyrics,
    tags
  } = { ...answer, ...(asked.lyric !== undefined && { lyric: asked.lyric }) } as VendorAnswer
  const style = asked.style ?? (Array.isArray(tags) ? tags.join(', ') : textOf(tags))
  const about = { ...toldOf(asked), lyric: asked.instrumental ? '' : textOf(lyric), style }
  return answerFiles(answer, 'audio').map(file => ({
    values: { id: idFromUrl(file), ...about },
    files: { audio_url: { url: file.url } }
  }))
}

const PARTS = ['vocals', 'drums', 'bass', 'other'] as const

/** Builds one output for each separated part of a song. */
export function stemOutputs(answer: VendorAnswer, asked: Values): MediaOutput[] {
  return PARTS.flatMap(part =>
    answerFiles(answer, part).map(file => ({
      values: { id: idFromUrl(file), ...toldOf(asked), title: part, lyric: '', style: '' },
      files: { audio_url: { url: file.url } }
    }))
  )
}

function toldOf({ prompt = '', title = '', model, instrumental }: Values): Record<string, Json> {
  return {
    title,
    prompt,
    model,
    state: 'succeeded',
    instrumental,
    video_url: '',
    created_at: new Date().toISOString()
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
