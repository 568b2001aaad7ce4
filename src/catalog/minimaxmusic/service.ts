import { defineService } from '#core/service.ts'

/** Lyrics of the examples, which fit every language. */
const VOCALISE = '[Verse]\nLa la la, la la la la\n[Chorus]\nOh oh oh, oh oh oh oh'

export const minimaxmusic = defineService({
  id: 'minimaxmusic',
  path: 'minimaxmusic',
  medium: 'audio',
  place: 352,
  serviceId: 'fa046f89-3edd-408c-9733-02834e672a01',
  examples: [{ lyric: VOCALISE }, { lyric: VOCALISE }, { lyric: VOCALISE }],
  actions: {
    audios: {
      fields: {
        prompt: { type: 'text', max: 300, lines: 2, required: true },
        lyric: { type: 'text', max: 3000, lines: 8, required: true }
      },
      price: [{ credits: 0.48 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 600,
      expected: 60
    }
  }
})
