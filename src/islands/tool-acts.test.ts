import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Task } from '#contract/task.ts'
import { findService } from '#catalog/index.ts'
import { taskOutputs } from '#core/output.ts'
import type { Service } from '#core/service.ts'
import { createToolHandlers } from '#islands/tool-acts.ts'

const started = vi.hoisted(() => vi.fn())
vi.mock('#stores/generating.ts', () => ({ startToolTask: started }))

beforeEach(() => {
  bindHub({ user: { id: 'ada' }, locale: 'en' } as HubInfo)
  started.mockResolvedValue(null)
})
afterEach(() => started.mockReset())

/** Presses a follow-up of a result, and returns the run that starts. */
async function follow(id: string, followUp: string, request: object): Promise<unknown> {
  const service: Service = findService(id) ?? expect.fail(`no ${id}`)
  const [[verb, action] = expect.fail('no action')] = Object.entries(service.actions ?? {})
  const response = { success: true, data: [{ image_url: 'https://api.example/files/a.png' }] }
  const task = { id: 'one', type: verb, request, response } as unknown as Task
  const [output = {}] = taskOutputs(response)
  const pressed = action.followUps?.find(each => each.id === followUp)
  const { forCards } = createToolHandlers({ service, formless: true, tell: vi.fn() })
  forCards.onFollow(pressed ?? expect.fail(`no ${followUp}`), output, task)
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
  return started.mock.lastCall?.[1]
}

test('a variation starts the same run at once, without the seed', async () => {
  const request = { prompt: 'a boat', model: 'flux-pro', size: '16:9', count: 2, seed: 7 }
  const { seed: _, ...others } = request
  const values = { action: 'generate', ...others }
  expect(await follow('flux', 'variation', request)).toEqual({ verb: 'images', values })
})

test('a variation of an edit has its images, also under another name of the field', async () => {
  const image_url = 'https://api.example/files/b.png'
  expect(await follow('nanobanana', 'variation', { prompt: 'winter', image_url })).toMatchObject({
    values: { action: 'edit', prompt: 'winter', image_urls: [image_url] }
  })
})
