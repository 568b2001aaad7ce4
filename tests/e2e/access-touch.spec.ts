import { touchable } from '../support/access.ts'
import { addressIn, test } from '../support/access-world.ts'
import { expect } from '../support/browser.ts'

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

const PAGES = [
  '/chatgpt/conversations',
  '/chatgpt/conversations/{conversation}',
  '/flux',
  '/midjourney',
  '/suno',
  '/headshots',
  '/flux/history',
  '/console/applications',
  '/console/applications/{plan}/extra',
  '/console/applications/{plan}/credentials',
  '/console/orders/{order}',
  '/console/usages',
  '/distribution',
  '/profile',
  '/site',
  '/operator/people',
  '/auth/account',
  '/auth/login',
  '/docs/services/flux'
]

test('under a finger controls are as high as it is wide', async ({ page, world }) => {
  await page.context().addCookies(world.state.cookies)
  for (const path of PAGES) {
    await page.goto(addressIn(world, path, 'en'))
    await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
    await test.step(path, () => touchable(page))
  }
})
