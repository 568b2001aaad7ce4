import { expect } from '../support/browser.ts'
import { signUpUser, walkFromHome } from '../support/from-home.ts'
import { test } from '../support/push-studio.ts'
import { ended, generate, hydrated, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// A browser answers `ready` only with a service worker.
test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

test(
  'a user asks for a message, closes the tab, and the message leads to the video',
  { tag: ['@each', '@all'] },
  async ({ page, context, studio: { push } }) => {
    await signUpUser(page)
    // A browser without a window refuses to ask its user, and knows only the push service of its
    // maker.
    await page.addInitScript(subscription => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      Notification.requestPermission = async () => 'granted'
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: async () => ({ toJSON: () => subscription })
      })
    }, push.subscribe('browser'))
    const walk = await walkFromHome(page)
    await walk.openTool('video', 'Kling')
    await hydrated(page)
    await showForm(page)
    await prompt(page).fill('A boat at sea [sandbox:delay=4000]')
    await generate(page).click()
    await page.getByRole('button', { name: t('field.push.yes'), exact: true }).click()
    await expect(page.getByText(t('field.push.done'))).toBeVisible()
    await page.close()

    await expect.poll(() => push.received.length, { timeout: 60_000 }).toBe(1)
    const said = JSON.parse(push.received[0]?.text ?? '') as { title: string; path: string }
    expect(said).toMatchObject({ title: 'Kling', body: t('user.push.ready') })
    const later = await context.newPage()
    await later.goto(said.path)
    await expect((await ended(later, 1)).locator('video')).toBeVisible()
  }
)
