import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { handleSitePage } from '#sections/site/site-view.server.ts'

const SITE = {
  id: 's',
  logo: '/files/new',
  features: { support: { wechat: { qr: '/files/new' } } },
  admins: ['a']
}

/** Returns the changes that the page of a site requests from the platform for a form. */
async function changed(form: Record<string, string>): Promise<unknown> {
  const sent: unknown[] = []
  const fetch = async (
    _: string,
    path: string,
    { method, body }: RequestInit = {}
  ): Promise<Response> => {
    if (method === 'PUT') sent.push([path, JSON.parse(String(body))])
    return Response.json(SITE)
  }
  const url = new URL('http://studio.test/site')
  const hub = { fetch, url, locale: 'en', session: { access_token: 't' }, site: { id: 's' } }
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(form) })
  await handleSitePage({ request, locals: { hub } } as unknown as APIContext)
  return sent
}

test('removing an image sends the image that the user saw, so a newer one stays', async () => {
  const remove = { action: 'remove', base: '/files/old' }
  expect(await changed({ ...remove, kind: 'logo' })).toEqual([
    ['/api/v1/sites/s', { logo: '', base: { logo: '/files/old' } }]
  ])
  expect(await changed({ ...remove, kind: 'wechat' })).toEqual([
    [
      '/api/v1/sites/s',
      {
        features: { support: { wechat: { qr: '' } } },
        base: { features: { support: { wechat: { qr: '/files/old' } } } }
      }
    ]
  ])
})

test.each([
  ['35 %', 0.35],
  ['12,5', 0.125],
  ['٢٥٫٥ ٪', 0.255],
  ['', 0],
  ['abc', 'abc'],
  ['0x10', '0x10']
])('a margin of %j is sent as %j, and invalid input unchanged', async (margin, sent) => {
  const [put] = (await changed({ action: 'settings', base: '{}', margin })) as [
    string,
    { margin: unknown }
  ][]
  expect(put?.[1].margin).toBe(sent)
})
