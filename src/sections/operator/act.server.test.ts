import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { actAsOperator } from '#sections/operator/act.server.ts'

/** How a page of operators answers a form, by somebody whom the platform refuses or not. */
async function answered(action: string, isOperator: boolean): Promise<number | undefined> {
  const fetch = async (): Promise<Response> => (isOperator ? Response.json({}) : Response.json({ code: 'forbidden' }, { status: 403 }))
  const url = new URL('http://studio.test/operator/sites')
  const hub = { fetch, url, locale: 'en', session: { access_token: 't' } }
  const request = new Request(url, { method: 'POST', body: new URLSearchParams({ action }) })
  const context = { request, locals: { hub } } as unknown as APIContext
  const acted = await actAsOperator(context, { add: () => ({ method: 'POST', path: 'sites' }) }, url.pathname)
  return acted instanceof Response ? acted.status : undefined
}

test('to everybody but operators there is no such page, whatever they send to it', async () => {
  for (const action of ['add', 'nothing', '']) expect([action, await answered(action, false)]).toEqual([action, 404])
  for (const action of ['add', 'nothing', '']) expect([action, await answered(action, true)]).toEqual([action, 303])
})
