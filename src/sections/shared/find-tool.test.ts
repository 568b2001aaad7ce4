import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { findTool } from '#sections/shared/find-tool.server.ts'

/** A page of a deployment whose vendors decide so about GPT Image. */
function page(platform: string, refused_fields: object, isTest = false): HubRequest {
  const metadata = { openings: {}, refused: {}, refused_fields }
  return {
    hosts: { platform },
    url: new URL('https://hub.example/gptimage'),
    locale: 'en',
    session: null,
    version: '1',
    test: isTest,
    site: { retired_models: {}, price_percents: {}, features: {}, switched_off: [] },
    fetch: () => Promise.resolve(Response.json({ metadata }))
  } as unknown as HubRequest
}

async function fieldsOf(hub: HubRequest): Promise<string[]> {
  return Object.keys((await findTool(hub, 'gptimage'))?.actions?.['images']?.fields ?? {})
}

test('a form leaves out the fields that no vendor supports', async () => {
  const offered = await fieldsOf(page('https://every.example', {}))
  expect(offered).toContain('mask_url')
  expect(await fieldsOf(page('https://fal.example', { images: ['mask_url'] }))).toEqual(
    offered.filter(name => name !== 'mask_url')
  )
})

test('on test hosts a form has all fields, since the sandbox supports them', async () => {
  const refused = { images: ['mask_url'] }
  expect(await fieldsOf(page('https://test.example', refused, true))).toContain('mask_url')
})

test('a tool is prepared once for each state of a site, since its price range is slow', async () => {
  const hub = page('https://once.example', {})
  const first = await findTool(hub, 'gptimage')
  expect(await findTool(page('https://once.example', {}), 'gptimage')).toBe(first)
  expect(await findTool({ ...hub, version: '2' }, 'gptimage')).not.toBe(first)
  const dearer = { ...hub.site, price_percents: { gptimage: 200 } }
  const priced = await findTool({ ...hub, site: dearer }, 'gptimage')
  const rule = (tool: typeof first): number => tool?.actions?.['images']?.price[0]?.credits ?? 0
  expect(rule(priced)).toBe(2 * rule(first))
})
