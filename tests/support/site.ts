import type { BrowserContext, Page } from 'playwright/test'
import sharp from 'sharp'
import type { Translate } from '#i18n/translate.ts'
import { newAddress, PASSWORD, test as base } from './browser.ts'
import { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/** Journeys of admins, each at a studio of its own. */
export const test = base.extend<{ own: Studio }>({
  own: async ({}, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    await studio.stop()
  },
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 4\d\d/
})

/**
 * Signs up a user; the first user of a studio is the admin of its site.
 * @returns their id
 */
export async function newPerson({ request }: BrowserContext, url: string): Promise<string> {
  const data = { email: newAddress(), password: PASSWORD }
  const answer = await request.post(`${url}/api/auth/sign-up/email`, {
    data,
    headers: { origin: url }
  })
  const { user } = (await answer.json()) as { user: { id: string } }
  await request.get(`${url}/auth/begin?redirect=/`)
  return user.id
}

/** Returns a section of the page of a site. */
export const part = (page: Page, id: string) => page.locator(`#${id}`)

/** Saves all settings of a site. */
export const save = (page: Page, t: Translate) =>
  page
    .locator('#settings')
    .getByRole('button', { name: t('site.save'), exact: true })
    .click()

export const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
