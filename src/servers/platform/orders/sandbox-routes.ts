import { z } from '@hono/zod-openapi'
import { isLocale, localizePath } from '#i18n/locale.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { sandboxPage } from '#servers/platform/orders/sandbox-page.ts'
import { readPageBrand } from '#servers/platform/orders/page-brand.ts'
import { orderAddress } from '#servers/platform/orders/order-address.ts'
import {
  isPayable,
  paySandboxOrder,
  readSandboxOrder
} from '#servers/platform/orders/sandbox-payment.ts'

const PATH = '/api/v1/orders/{id}/sandbox-payment'
const byId = z.object({ id: z.string().min(1).max(64) })
/** Anyone who has the address may pay, as anyone may pay a bill that they hold. */
const byToken = z.object({
  token: z.string().max(100).default(''),
  locale: z.string().max(20).default('')
})

const showRoute = platformRoute({
  method: 'get',
  path: PATH,
  summary: 'Show the page of a sandbox payment',
  who: 'anyone',
  params: byId,
  query: byToken,
  answer: 'text/html',
  handle: async ({ context, url, locale: asked, input: { params, query } }) => {
    const locale = isLocale(query.locale) ? query.locale : asked
    const order = await readSandboxOrder(context, { id: params.id, token: query.token, url })
    const back = new URL(await orderAddress(context, order, url))
    back.pathname = localizePath(back.pathname, locale)
    return sandboxPage({
      order,
      payable: isPayable(order, context.clock.now()),
      locale,
      back: back.href,
      brand: await readPageBrand(context, order, { locale, home: back.href })
    })
  }
})

const payRoute = platformRoute({
  method: 'post',
  path: PATH,
  summary: 'Pay in the sandbox, without real money',
  who: 'anyone',
  params: byId,
  query: byToken,
  answer: 'text/html',
  handle: async ({ context, url, input: { params, query } }) => {
    await paySandboxOrder(context, { id: params.id, token: query.token, url })
    return new Response(null, { status: 303, headers: { location: url.pathname + url.search } })
  }
})

/** Routes of the sandbox payment page. */
export const sandboxRoutes: readonly AnyRoute[] = [showRoute, payRoute]
