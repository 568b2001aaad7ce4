import { accessible, expect, fits } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'
import { newPerson } from '../support/site.ts'
import { hydrated, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const BETTER = 'A red fox on a snowy hill at dawn, gouache'

const test = withStudio(async () => {
  const vendor = await startOpenaiServer({ pieces: [BETTER] })
  const studio = await startStudio({
    OPENAI_API_KEY: 'sk-operator',
    OPENAI_BASE_URL: vendor.url,
    RATE_LIMITS: 'off'
  })
  const stop = async (): Promise<void> => {
    await studio.stop()
    await vendor.close()
  }
  return { ...studio, stop }
})

test(
  'a chat model improves a prompt for the shown price, and the user takes it back',
  { tag: '@both' },
  async ({ page, studio }) => {
    // The first user of the studio has credits for a real vendor.
    await newPerson(page.context(), studio.url)
    await page.goto('/flux')
    await hydrated(page)
    await showForm(page)
    await prompt(page).fill('a fox')
    const improve = page.getByRole('button', { name: t('field.help.improve') })
    await expect(improve).toHaveText(/≈ [\d.]+/)
    await accessible(page)
    await fits(page)
    await improve.click()
    await expect(prompt(page)).toHaveValue(BETTER)
    await page.getByRole('button', { name: t('field.help.undo'), exact: true }).click()
    await expect(prompt(page)).toHaveValue('a fox')
  }
)
