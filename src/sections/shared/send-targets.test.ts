import { expect, test } from 'vitest'
import { findService, SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { isFieldVisible, readForm } from '#core/form.ts'
import { applyDeclaredOpenings } from '#core/opening.ts'
import { declareOwnService, type OwnService } from '#core/own-service.ts'
import { SENDABLE_KINDS, type SendableKind } from '#core/send-to.ts'
import { translator } from '#i18n/hub.ts'
import { prefilledValues } from '#sections/home/begun-by.ts'
import { sendTargets } from '#sections/shared/send-targets.server.ts'

const API = 'https://api.example'
const FILE = `${API}/files/1/a`

const OWN: OwnService = {
  id: 'x-swap',
  serviceId: 's1',
  source: 'fal',
  endpoint: 'fal-ai/swap',
  title: 'Swap',
  description: 'Swaps two faces.',
  fields: ['mask_url', 'face_url'].map(name => ({
    name,
    label: name,
    hint: '',
    shown: true,
    field: { type: 'file', accept: 'image', max: 1, bytes: 9 }
  })),
  output: { path: ['images'], kind: 'image' },
  price: { credits: 1, times: null, per: 1 },
  cost: null,
  unmapped: []
}

function hubWith(own: readonly OwnService[], switched_off: string[] = []): HubRequest {
  const t = translator('de')
  return {
    locale: 'de',
    session: null,
    url: new URL('https://studio.example/de/send-to'),
    t,
    strings: () => ({}),
    site: {
      switched_off,
      features: {},
      price_percents: {},
      own_services: own.map(({ id, title }) => ({ id, title, description: '', medium: 'image' }))
    },
    fetch: async (_part: string, path: string) => {
      const found = own.find(({ id }) => path.endsWith(`/own-services/${id}`))
      return found === undefined
        ? Response.json({}, { status: 404 })
        : Response.json({
            service: declareOwnService(found),
            strings: { 'x-swap.title': 'Swap', 'x-swap.line': 'Swaps two faces.' }
          })
    }
    // Only these parts of a request are read.
  } as unknown as HubRequest
}

async function targetsFor(kind: SendableKind, hub = hubWith([])): Promise<string[]> {
  const targets = await sendTargets(hub, kind, FILE)
  return targets.map(({ href }) => new URL(href, 'https://studio.example').pathname)
}

/** Lists the services that have a field for files of a kind, other than masks. */
function taking(kind: SendableKind): string[] {
  return SERVICES.filter(({ actions = {} }) =>
    Object.values(actions).some(({ fields }) =>
      Object.values(fields).some(
        field =>
          field.type === 'file' &&
          field.masks === undefined &&
          (field.accept === kind || (field.accept === 'media' && kind !== 'image'))
      )
    )
  ).map(({ id }) => id)
}

test.each(SENDABLE_KINDS)('every tool with a field for it is a target for %s', async kind => {
  const targets = await targetsFor(kind)
  expect(targets).toEqual(taking(kind).map(id => `/de/${id}`))
  expect(targets.length).toBeGreaterThan(2)
})

test.each(SENDABLE_KINDS)('the address of each tool opens a form that shows the %s', async kind => {
  for (const { href } of await sendTargets(hubWith([]), kind, FILE)) {
    const { pathname, searchParams } = new URL(href, 'https://studio.example')
    const service = findService(pathname.replace('/de/', ''))
    if (service === undefined) throw new Error(`no tool at ${href}`)
    const opened = applyDeclaredOpenings(service)
    const [[verb = '', given = {}] = []] = Object.entries(
      prefilledValues(opened, searchParams, API)
    )
    const action = opened.actions?.[verb]
    const [name = ''] = searchParams.keys()
    const field = action?.fields[name]
    if (action === undefined || field?.type !== 'file') throw new Error(`no field for ${href}`)
    const { values, issues } = readForm(action, given)
    expect([kind, 'media'], href).toContain(field.accept)
    expect([values[name]].flat(), href).toEqual([FILE])
    expect(isFieldVisible(action, name, values), href).toBe(true)
    // The user still has to fill in some fields, but no choice contradicts the file.
    expect(
      issues.filter(({ code }) => code !== 'required'),
      href
    ).toEqual([])
  }
})

test('a tool that the site does not offer is no target', async () => {
  expect(await targetsFor('image', hubWith([], ['flux']))).not.toContain('/de/flux')
})

test('a tool of the operators is a target, by its first file that is no mask', async () => {
  expect((await sendTargets(hubWith([OWN]), 'image', FILE)).at(-1)).toEqual({
    name: 'Swap',
    line: 'Swaps two faces.',
    href: `/de/x-swap?${new URLSearchParams({ face_url: FILE })}`
  })
  expect(await targetsFor('video', hubWith([OWN]))).not.toContain('/de/x-swap')
})
