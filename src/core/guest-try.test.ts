import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { readForm } from '#core/form.ts'
import { guestRunIssue } from '#core/guest-try.ts'
import type { FieldValues } from '#core/condition.ts'

const FILE = 'https://a.example/x.png'

/** Returns the issue of a guest who fills in a form of a service. */
function issueOf(id: string, verb: string, given: FieldValues): string | null {
  const service = SERVICES.find(each => each.id === id)
  const action = service?.actions?.[verb]
  if (service === undefined || action === undefined) throw new Error(`no ${id} ${verb}`)
  return guestRunIssue(service, action, readForm(action, given).values)
}

test.each([
  ['flux', 'images', { prompt: 'A pier' }, null],
  ['flux', 'images', { prompt: 'A pier', count: 2 }, 'guest_price'],
  ['flux', 'images', { prompt: 'A pier', image_url: FILE }, 'guest_file'],
  ['midjourney', 'imagine', { prompt: 'A pier' }, null],
  ['midjourney', 'imagine', { prompt: ` ${FILE} a pier` }, 'guest_file'],
  ['midjourney', 'videos', { prompt: 'A pier' }, 'guest_price'],
  ['midjourney', 'describe', {}, 'guest_file'],
  ['kling', 'videos', { prompt: 'A pier' }, null],
  ['kling', 'videos', { prompt: 'A pier', duration: 10 }, 'guest_price'],
  ['suno', 'lyrics', { prompt: 'A pier' }, null],
  ['headshots', 'generate', {}, 'guest_file']
])('a guest’s %s %s with %j: %s', (id, verb, given, issue) => {
  expect(issueOf(id, verb, given)).toBe(issue)
})

test('a guest can try most tools with the values that their forms open with', () => {
  const tools = SERVICES.filter(({ actions }) => actions !== undefined)
  const open = tools.filter(({ id, actions = {} }) => {
    const [verb = ''] = Object.keys(actions)
    return issueOf(id, verb, {}) === null
  })
  // The others begin with a file, which a guest may not upload.
  const others = tools.filter(each => !open.includes(each)).map(({ id }) => id)
  expect(others).toEqual([
    'headshots',
    'upscale',
    'cutout',
    'erase',
    'outpaint',
    'transcribe',
    'lipsync'
  ])
})
