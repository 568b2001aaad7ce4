import type { BrowserContext, Page } from 'playwright/test'
import sharp from 'sharp'
import { newAddress, PASSWORD, test as base } from './browser.ts'
import { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/** Journeys of those who look after a site, each at a studio of its own. */
export const test = base.extend<{ own: Studio }>({
  own: async ({}, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    await studio.stop()
  },
  // What is refused is a page with a status, which a browser's console repeats.
  expected: /status of 4\d\d/
})

/** Signs up; the first person of a studio looks after its site. @returns their id */
export async function newPerson({ request }: BrowserContext, url: string): Promise<string> {
  const data = { email: newAddress(), password: PASSWORD }
  const answer = await request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
  const { user } = (await answer.json()) as { user: { id: string } }
  await request.get(`${url}/auth/begin?redirect=/`)
  return user.id
}

/** A part of the page of a site. */
export const part = (page: Page, id: string) => page.locator(`#${id}`)
export const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
