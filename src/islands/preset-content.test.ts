import { beforeEach, expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import type { Preset } from '#contract/preset.ts'
import {
  choosePreset,
  presetChanges,
  presetContent,
  presetDetail
} from '#islands/preset-content.ts'
import { $fillNote } from '#stores/form-fill.ts'
import { changeForm, currentForm, setField } from '#stores/tool-form.ts'

const service = findService('flux') ?? expect.fail('no flux')
const WISH = { name: 'Wide', style: '', withSettings: true, withPrompt: false, isForSite: false }
const PRESET: Preset = {
  id: 'p',
  service: 'flux',
  action: 'images',
  name: 'Wide',
  settings: { size: '16:9', gone: 1 },
  prompt: '',
  style: 'in oil',
  created_at: '',
  updated_at: ''
}
const t = (key: string, values: object = {}): string => `${key} ${Object.values(values).join()}`
const values = () => currentForm(service).given['images']

beforeEach(() => {
  changeForm(service, { verb: 'images', given: {} })
  $fillNote.set(null)
  setField(service, 'prompt', 'a fox')
  setField(service, 'seed', 7)
})

test('a preset holds the parts of the form that the user wants to save', () => {
  expect(presetContent(service, WISH)).toMatchObject({ settings: { seed: 7 }, prompt: '' })
  expect(presetContent(service, { ...WISH, withSettings: false, withPrompt: true })).toMatchObject({
    action: 'images',
    settings: null,
    prompt: 'a fox'
  })
})

test('a changed name leaves settings and style of a preset as they are', () => {
  const wish = { ...WISH, name: 'Broad', style: 'in oil', withSettings: false }
  expect(presetChanges(service, PRESET, wish)).toEqual({ name: 'Broad' })
  expect(presetChanges(service, PRESET, { ...wish, style: '', withSettings: true })).toEqual({
    name: 'Broad',
    style: '',
    action: 'images',
    settings: { seed: 7 },
    prompt: ''
  })
})

test('a chosen preset fills the form and names what it left out', () => {
  choosePreset(service, PRESET, t)
  expect(values()).toEqual({ prompt: 'a fox, in oil', size: '16:9' })
  expect($fillNote.get()).toMatchObject({
    text: 'preset.applied Wide',
    details: ['preset.left flux.field.gone ']
  })
})

test('undo keeps what the user has changed since', () => {
  choosePreset(service, PRESET, t)
  setField(service, 'prompt', 'a boat')
  $fillNote.get()?.undo()
  expect(values()).toEqual({ prompt: 'a boat', seed: 7 })
})

test('a line about a preset shows its texts', () => {
  expect(presetDetail(service, { ...PRESET, prompt: 'a boat' }, t)).toBe('in oil · a boat')
})
