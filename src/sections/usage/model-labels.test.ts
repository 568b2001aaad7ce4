import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { loadModelLabels, loadRunModelName } from '#sections/usage/model-labels.server.ts'
import { wordsOf } from '../../../tests/support/words.ts'

const service = (alias: string) => ({
  alias,
  title: alias,
  id: alias,
  description: '',
  unit: '',
  thumbnail: ''
})
const hub = {
  t: wordsOf('en'),
  locale: 'en',
  url: new URL('http://studio.example/'),
  fetch: async () => Response.json({ items: [{ name: 'house-1', label: 'House One' }] })
} as unknown as HubRequest

test('the models of chats and of tools have names', async () => {
  const labels = await loadModelLabels(hub)
  expect([
    labels['chat/house-1'],
    labels['chat/gpt-5'],
    labels['suno/chirp-v4-5'],
    labels['flux/flux-dev']
  ]).toEqual(['House One', 'GPT-5', 'Suno v4.5', 'FLUX.1 [dev]'])
  const unnamed = Object.entries(labels).filter(([key, label]) => key.endsWith(`/${label}`))
  expect(unnamed.filter(([key]) => !key.startsWith('chat/'))).toEqual([])
})

test('the model of a run has its name, and an unknown one its id', async () => {
  const named = (alias: string, model: string) =>
    loadRunModelName(hub, { service: service(alias), metadata: { model } })
  expect([
    await named('suno', 'chirp-v4-5'),
    await named('chat', 'house-1'),
    await named('suno', 'chirp-v99'),
    await loadRunModelName(hub, { service: null, metadata: {} })
  ]).toEqual(['Suno v4.5', 'House One', 'chirp-v99', null])
})
