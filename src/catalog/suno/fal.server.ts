import { SUNO_COSTS } from '#catalog/suno/fal-costs.ts'
import { earlierSong, songOutputs, stemOutputs } from '#catalog/suno/fal-songs.server.ts'
import type { suno } from '#catalog/suno/service.ts'
import { asRecord } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import {
  falAction,
  falRequest,
  answerFile,
  idFromUrl,
  numberEntry
} from '#providers/fal-request.ts'
import type { ActionInput } from '#providers/vendor-action.ts'

type Values = ActionValues<typeof suno, 'audios'>

/** The number of songs in a task. */
const SONGS = 2

/**
 * The supported actions. Sonauto writes and extends songs and replaces sections. ACE-Step covers a
 * song in another style. Demucs separates a song into parts.
 */
const DONE = [
  'generate',
  'extend',
  'upload_extend',
  'cover',
  'upload_cover',
  'replace_section',
  'all_stems'
]
const PART = { field: 'action', in: ['replace_section', 'all_stems'] } as const

/**
 * Returns the text inputs of every song. A text that the user left out is not sent: the vendor
 * invents it.
 */
function words(values: Values): {
  prompt: string | undefined
  tags: string[] | undefined
  lyrics_prompt: string | undefined
} {
  const { prompt, lyric, lyric_prompt, style, instrumental } = values
  const tags = style?.split(/[,;،，、]/).map(tag => tag.trim().toLowerCase())
  return {
    prompt: prompt ?? lyric_prompt ?? (lyric === undefined && !instrumental ? style : undefined),
    tags: tags?.filter(Boolean),
    lyrics_prompt: instrumental ? '' : lyric
  }
}

function request(ask: ActionInput<Values>): VendorRequest {
  const { values } = ask
  const common = { ...words(values), num_songs: SONGS, output_format: 'mp3' } as const
  switch (values.action) {
    case 'extend':
    case 'upload_extend': {
      const song = earlierSong(ask, 'audio_id')
      return falRequest('sonauto/v2/extend', {
        ...common,
        audio_url: song.audio_url,
        side: 'right',
        crop_duration: cropOf(values, song.duration)
      })
    }
    case 'cover':
    case 'upload_cover':
      return cover(ask)
    case 'replace_section': {
      const { audio_url, lyric } = earlierSong(ask, 'audio_id')
      const { replace_section_start: start = 0, replace_section_end: end = 0 } = values
      const { tags, lyrics_prompt = lyric } = common
      const whole = { tags, lyrics_prompt, num_songs: SONGS, output_format: 'mp3' } as const
      return falRequest('sonauto/v2/inpaint', { ...whole, audio_url, sections: [{ start, end }] })
    }
    case 'all_stems':
      return falRequest('fal-ai/demucs', {
        audio_url: earlierSong(ask, 'audio_id').audio_url,
        model: 'htdemucs',
        output_format: 'mp3'
      })
    default:
      return falRequest('sonauto/v2/text-to-music', common)
  }
}

/** Returns the seconds that an extension cuts off the end of the song. */
function cropOf({ continue_at }: Values, duration: number | undefined): number | undefined {
  if (continue_at === undefined) return undefined
  if (duration === undefined)
    throw new Problem('bad_request', {
      detail: 'the length of this song is unknown: it can only be extended from its end'
    })
  return Math.max(0, duration - continue_at)
}

function cover(ask: ActionInput<Values>): VendorRequest {
  const { audio_url, lyric, style } = earlierSong(ask, 'audio_id')
  const { values } = ask
  return falRequest('fal-ai/ace-step/audio-to-audio', {
    audio_url,
    original_tags: style,
    original_lyrics: lyric,
    tags: values.style ?? values.prompt ?? style,
    lyrics: values.instrumental ? '[inst]' : (values.lyric ?? lyric)
  })
}

const audios = falAction<typeof suno, 'audios'>({
  costs: SUNO_COSTS,
  fields: [
    'action',
    'custom',
    'prompt',
    'lyric',
    'lyric_prompt',
    'style',
    'title',
    'instrumental',
    'audio_id',
    'continue_at',
    'replace_section_start',
    'replace_section_end'
  ],
  reads: { audio_id: ['audio_url'] },
  cannot: [
    { when: { not: { field: 'action', in: DONE } }, field: 'action' },
    { when: { all: [PART, { field: 'prompt', given: true }] }, field: 'prompt' }
  ],
  alike: ({ action }) => (action === 'cover' || action === 'upload_cover' ? SONGS : 1),
  request,
  outputs: (answer, asked) =>
    asked.action === 'all_stems' ? stemOutputs(answer, asked) : songOutputs(answer, asked)
})

/** Turns an uploaded recording into a song. The vendor reports its duration. */
const upload = falAction<typeof suno, 'upload'>({
  fields: ['audio_url'],
  request: ({ values: { audio_url } }) =>
    falRequest('fal-ai/ffmpeg-api/metadata', { media_url: audio_url }),
  outputs(answer) {
    const media = answerFile(answer, 'media')
    const about = {
      audio_id: idFromUrl(media),
      title: '',
      style: '',
      lyric: '',
      ...numberEntry('duration', media['duration'])
    }
    return [{ values: about, files: { audio_url: { url: media.url } } }]
  }
})

/** The language model that writes lyrics. Each request writes one song. */
const WRITER = 'google/gemini-2.5-flash'
const ORDER =
  'You write lyrics of songs. Answer with the title in the first line, then the lyrics with marks such as [Verse] and [Chorus], in the language of the question, and nothing else.'

/** Dollars for a token: OpenRouter's price of Gemini 2.5 Flash, 2026, which fal passes on. */
const TOKEN = { question: 0.3e-6, answer: 2.5e-6 } as const

const lyrics = falAction<typeof suno, 'lyrics'>({
  // The units of an answer are its dollars, computed from its tokens.
  costs: { 'openrouter/router': { unit: 1 } },
  units({ usage }) {
    const { prompt_tokens: question, completion_tokens: answer } = asRecord(usage) ?? {}
    return typeof question === 'number' && typeof answer === 'number'
      ? question * TOKEN.question + answer * TOKEN.answer
      : undefined
  },
  fields: ['prompt'],
  alike: () => SONGS,
  request: ({ values: { prompt } }) =>
    falRequest('openrouter/router', { model: WRITER, prompt, system_prompt: ORDER }),
  outputs({ output }) {
    const [title = '', ...lines] = String(output ?? '')
      .trim()
      .split('\n')
    const text = lines.join('\n').trim()
    if (text === '') throw new Problem('api_error', { detail: 'the vendor returned no lyrics' })
    return [
      {
        values: {
          title: title.replace(/^[#*\s"]+|(?<![*"\s])[*"\s]+$/g, ''),
          text,
          status: 'complete'
        },
        files: {}
      }
    ]
  }
})

export const sunoFal: VendorService = { audios, lyrics, upload }
