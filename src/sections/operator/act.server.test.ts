import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { handleOperatorForm } from '#sections/operator/act.server.ts'

/**
 * Returns the status with which an operator page answers a form, for an operator or another user.
 */
async function answered(action: string, isOperator: boolean): Promise<number | undefined> {
  const fetch = async (): Promise<Response> =>
    isOperator ? Response.json({}) : Response.json({ code: 'forbidden' }, { status: 403 })
  const url = new URL('http://studio.test/operator/sites')
  const hub = { fetch, url, locale: 'en', session: { access_token: 't' } }
  const request = new Request(url, { method: 'POST', body: new URLSearchParams({ action }) })
  const context = { request, locals: { hub } } as unknown as APIContext
  const acted = await handleOperatorForm(
    context,
    { add: () => ({ method: 'POST', path: 'sites' }) },
    url.pathname
  )
  return acted instanceof Response ? acted.status : undefined
}

test('an operator page answers every form of another user with 404', async () => {
  for (const action of ['add', 'nothing', ''])
    expect([action, await answered(action, false)]).toEqual([action, 404])
  for (const action of ['add', 'nothing', ''])
    expect([action, await answered(action, true)]).toEqual([action, 303])
})
