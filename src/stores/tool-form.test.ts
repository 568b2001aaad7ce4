import { afterEach, describe, expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { lipsync } from '#catalog/lipsync/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'
import { checkForm, fillForm, prefillToolForm, rememberFileName } from '#stores/tool-form-use.ts'
import {
  $form,
  changeForm,
  currentForm,
  openForm,
  switchFormVerb,
  setField,
  verbsOf
} from '#stores/tool-form.ts'

afterEach(resetAll)

const given = (verb = 'images'): unknown => currentForm(flux).given[verb]

/** The result that fills a form. */
const FOX = { title: 'The Fox', picture: 'https://x.example/fox' }

describe('the form of a tool', () => {
  test('exists for each verb, except for verbs that are only a button on a result', () => {
    expect(verbsOf(suno)).not.toContain('mp4')
    expect(verbsOf(suno)[0]).toBe('audios')
  })

  test('keeps what was typed on earlier visits and before the script ran', () => {
    openForm(flux, {})
    setField(flux, 'prompt', 'A fox')
    setField(flux, 'count', 3)
    $form.set(null)
    openForm(flux, { prompt: 'A wolf', nothing: 'of ours' })
    expect(given()).toEqual({ prompt: 'A wolf', count: 3 })
  })

  test('begins with the verb and the values of the page’s address, beside text typed early', () => {
    openForm(suno, {})
    switchFormVerb(suno, 'lyrics')
    $form.set(null)
    const begun = { audios: { prompt: 'Rain', title: 'Wet' } }
    openForm(suno, { prompt: 'Snow' }, begun)
    expect(currentForm(suno)).toMatchObject({
      verb: 'audios',
      given: { audios: { prompt: 'Snow', title: 'Wet' } }
    })
  })

  test('begins with a file of the address, and leaves out saved choices that would hide it', () => {
    const begun = { images: { image_url: 'https://x.example/a' } }
    openForm(flux, {})
    setField(flux, 'seed', 7)
    setField(flux, 'model', 'flux-dev')
    openForm(flux, {}, begun)
    expect(given()).toMatchObject({ seed: 7, image_url: 'https://x.example/a' })
    expect(checkForm(flux)?.values).toMatchObject({ action: 'edit', model: 'flux-kontext-pro' })
    fillForm(flux, 'images', { action: 'generate', prompt: 'A fox', seed: 7 })
    openForm(flux, {}, begun)
    expect(given()).toEqual({ prompt: 'A fox', image_url: 'https://x.example/a' })
    expect(checkForm(flux)?.values).toMatchObject({ action: 'edit', model: 'flux-kontext-pro' })
  })

  test('keeps a file that was sent before, unless the new one replaces it', () => {
    const [image, audio, video] = ['a', 'b', 'c'].map(each => `https://x.example/${each}`)
    openForm(lipsync, {}, { videos: { image_url: image ?? '' } })
    changeForm(lipsync, {})
    openForm(lipsync, {}, { videos: { audio_url: audio ?? '' } })
    expect(currentForm(lipsync).given['videos']).toEqual({ image_url: image, audio_url: audio })
    setField(lipsync, 'video_url', video)
    openForm(lipsync, {}, { videos: { image_url: image ?? '' } })
    expect(checkForm(lipsync)?.values).toMatchObject({ source: 'image', image_url: image })
  })

  test('saves nothing once all values are removed', () => {
    openForm(flux, {})
    setField(flux, 'prompt', 'A fox')
    setField(flux, 'prompt', undefined)
    expect(readDraft('tool:flux')).toBe('')
  })

  test.each([
    'no json',
    '[]',
    '{"given":1}',
    '{"given":{"images":[1]},"verb":7}',
    '{"given":{"films":{"prompt":"x"}},"verb":"films"}'
  ])('starts empty from the invalid draft %s', draft => {
    saveDraft('tool:flux', draft)
    openForm(flux, {})
    expect(currentForm(flux)).toMatchObject({
      verb: 'images',
      issues: [],
      failure: null,
      busy: false
    })
    expect(given('films')).toBeUndefined()
  })

  test('keeps a reused size in pixels unless the model does not support it', () => {
    openForm(flux, {})
    fillForm(flux, 'images', { prompt: 'A fox', size: '1024x768', model: 'flux-dev' })
    setField(flux, 'seed', 7)
    expect(given()).toMatchObject({ size: '1024x768' })
    setField(flux, 'model', 'flux-pro-1.1-ultra')
    expect(checkForm(flux)?.values['size']).toBe('1:1')
    fillForm(flux, 'images', { prompt: 'A fox', size: '1920x1088', model: 'flux-dev' })
    expect(checkForm(flux)?.values['size']).toBe('1:1')
  })

  test('resets a choice that another one rules out', () => {
    openForm(flux, {})
    setField(flux, 'model', 'flux-schnell')
    setField(flux, 'action', 'edit')
    expect(checkForm(flux)?.values['model']).toBe('flux-kontext-pro')
  })

  test('clears the issue of the changed field only', () => {
    openForm(flux, {})
    const issues = ['prompt', 'seed'].map(field => ({ field, code: 'invalid' }))
    changeForm(flux, {
      issues,
      failure: { code: 'busy', sentence: '', detail: '', issues: [], traceId: '' }
    })
    setField(flux, 'prompt', 'A fox')
    expect(currentForm(flux)).toMatchObject({ issues: [{ field: 'seed' }], failure: null })
  })

  test('reports a missing field before it is sent', () => {
    openForm(flux, {})
    expect(checkForm(flux)?.issues).toEqual([{ field: 'prompt', code: 'required' }])
  })

  test('is filled by a follow-up and keeps what the user typed', () => {
    openForm(flux, {})
    setField(flux, 'prompt', 'Make it winter')
    setField(flux, 'count', 4)
    fillForm(flux, 'images', { action: 'edit', image_url: 'https://x.example/a', unknown: 1 })
    expect(given()).toEqual({
      prompt: 'Make it winter',
      action: 'edit',
      image_url: 'https://x.example/a'
    })
  })

  test('begins with the values of another tool’s result and with that result’s title', () => {
    prefillToolForm('suno', 'audios', { action: 'extend', custom: true, audio_id: 'a1' }, FOX)
    openForm(suno, {})
    expect(currentForm(suno)).toMatchObject({
      verb: 'audios',
      titles: { audio_id: 'The Fox', 'audio_id:picture': FOX.picture }
    })
    expect(checkForm(suno)?.values).toMatchObject({ action: 'extend', audio_id: 'a1' })
  })

  test('keeps the names of its files after a reload and forgets those of removed files', () => {
    openForm(flux, {})
    setField(flux, 'action', 'edit')
    for (const [name, address] of [
      ['fox.png', 'https://x.example/a'],
      ['sea.png', 'https://x.example/b']
    ] as const) {
      setField(flux, 'image_url', address)
      rememberFileName(flux, address, name)
    }
    openForm(flux, {})
    expect(currentForm(flux).titles).toEqual({ 'https://x.example/b': 'sea.png' })
  })

  test('keeps typed and chosen values when another tool fills the form', () => {
    openForm(suno, {})
    setField(suno, 'prompt', 'A waltz')
    switchFormVerb(suno, 'lyrics')
    setField(suno, 'prompt', 'Of a fox')
    switchFormVerb(suno, 'audios')
    setField(suno, 'style', 'folk')
    prefillToolForm('suno', 'audios', { action: 'extend', custom: true, audio_id: 'a1' }, FOX)
    openForm(suno, {})
    expect(currentForm(suno).given).toMatchObject({
      audios: { prompt: 'A waltz', audio_id: 'a1' },
      lyrics: { prompt: 'Of a fox' }
    })
  })

  test('puts a file into the form of the verb for which it was chosen', () => {
    openForm(suno, {})
    switchFormVerb(suno, 'lyrics')
    setField(suno, 'audio_url', 'https://x.example/a.mp3', 'upload')
    expect(currentForm(suno)).toMatchObject({
      verb: 'lyrics',
      given: { upload: { audio_url: 'https://x.example/a.mp3' } }
    })
  })

  test('keeps separate values for each verb', () => {
    openForm(suno, {})
    setField(suno, 'prompt', 'A waltz')
    switchFormVerb(suno, 'lyrics')
    setField(suno, 'prompt', 'Of a fox')
    switchFormVerb(suno, 'audios')
    expect(checkForm(suno)?.values['prompt']).toBe('A waltz')
  })
})
