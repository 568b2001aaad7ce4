import type { Page } from 'playwright/test'
import { accessible, expect, fits } from '../support/browser.ts'
import { startFalServer } from '../support/fal-server.ts'
import { withStudio } from '../support/file-studio.ts'
import { startStudio } from '../support/process.ts'
import { newPerson } from '../support/site.ts'
import { ended, generate, hydrated, prompt, showForm } from '../support/tool.ts'
import { startPainterServer } from '../support/painter-server.ts'
import { startReplicateServer } from '../support/replicate-server.ts'
import { PORTRAIT, replicateModel } from '../support/vendor-schemas.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

const test = withStudio(async () => {
  const [vendor, replicate, painter] = await Promise.all([
    startFalServer(),
    startReplicateServer(),
    startPainterServer()
  ])
  vendor.schemas.set('fal-ai/ink', PORTRAIT)
  replicate.models.set('muse/toon', replicateModel())
  const studio = await startStudio({
    FAL_URL: vendor.url,
    FAL_KEY: 'fal-key',
    REPLICATE_URL: replicate.url,
    REPLICATE_API_TOKEN: 'r8-token',
    TOOL_HOSTS: painter.host,
    RATE_LIMITS: 'off'
  })
  const stop = async (): Promise<void> => {
    await studio.stop()
    await Promise.all([vendor, replicate, painter].map(each => each.close()))
  }
  return { ...studio, stop, painter: `${painter.url}/openapi.json` }
})
// A refused form is answered with an error status, which the browser logs to its console.
test.use({ expected: /status of 400/ })

const labelled = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })
const press = (page: Page, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).click()

/** Posts a broken schema, which is refused, and then creates a tool from a pasted one. */
async function readSchema(page: Page): Promise<void> {
  await page.goto('/operator/tools')
  await labelled(page, 'operator.tools.schema').fill('{"paths": 1}')
  await press(page, 'operator.tools.read')
  await expect(page.getByText(t('operator.tools.reason.not_schema'))).toBeVisible()
  await labelled(page, 'operator.tools.schema').fill(JSON.stringify(PORTRAIT))
  await press(page, 'operator.tools.read')
  await expect(page.getByText(t('operator.tools.done.add'))).toBeVisible()
}

/**
 * Corrects the tool on its page and puts it on sale. A default out of range is refused, and a price
 * below the cost needs a confirmation.
 */
async function sellTool(page: Page): Promise<void> {
  await expect(page.getByText('loras')).toBeVisible()
  await fits(page)
  await page.locator('summary', { hasText: 'guidance_scale' }).click()
  const own = page.locator('#default-guidance_scale')
  await own.fill('99')
  await labelled(page, 'operator.services.offered').check()
  await press(page, 'operator.save')
  const reasons = page.getByText(t('operator.tools.reason.bad_range'))
  await expect(reasons).toHaveCount(2)
  await expect(page.getByText(t('operator.tools.done.add'))).toHaveCount(0)
  // Only the refused field is open.
  await expect(reasons.last()).toBeVisible()
  await expect(page.locator('#default-num_images')).toBeHidden()
  await own.fill('7')
  await page.locator('#max-guidance_scale').fill('10')
  await page.locator('#title').fill('Faces')
  await page.locator('#cost').fill('1000')
  await press(page, 'operator.save')
  await expect(page.getByText(t('issue.below_cost')).first()).toBeVisible()
  await labelled(page, 'operator.drift.below').check()
  await press(page, 'operator.save')
  await expect(page.getByText(t('operator.tools.done.change'))).toBeVisible()
  await expect(page.locator('#max-guidance_scale')).toHaveValue('10')
  await expect(page.locator('#kind')).toHaveValue('image')
}

/** Creates a tool from the address of its schema, and puts it on sale unchanged. */
async function sellFrom(page: Page, address: string): Promise<void> {
  await page.goto('/operator/tools')
  await page.locator('summary', { hasText: t('operator.tools.add') }).click()
  await labelled(page, 'operator.tools.address').fill(address)
  await press(page, 'operator.tools.read')
  await labelled(page, 'operator.services.offered').check()
  await press(page, 'operator.save')
  await expect(page.getByText(t('operator.tools.done.change'))).toBeVisible()
}

/** Creates a tool from an endpoint that a search at fal finds. */
async function sellFound(page: Page): Promise<void> {
  await page.goto('/operator/tools')
  await page.locator('summary', { hasText: t('operator.tools.add') }).click()
  const search = labelled(page, 'operator.tools.search')
  await search.fill('nothing')
  await press(page, 'common.palette.open')
  await expect(page.getByText(t('operator.tools.notFound', { words: 'nothing' }))).toBeVisible()
  await search.fill('ink')
  await press(page, 'common.palette.open')
  const model = 'Muse fal-ai/ink'
  const found = page.getByRole('link', { name: t('operator.tools.choose', { model }) })
  await expect(found).toBeVisible()
  await fits(page)
  await found.click()
  await expect(labelled(page, 'operator.tools.address')).toHaveValue('fal-ai/ink')
  await press(page, 'operator.tools.read')
  await expect(page.getByText(t('operator.tools.done.add'))).toBeVisible()
}

/** Generates with a tool, and expects `many` results in its history. */
async function generateWith(page: Page, path: string, title: string, many: number): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await showForm(page)
  await prompt(page).fill('A fox')
  if (many > 1) await page.getByRole('radio', { name: String(many), exact: true }).check()
  await generate(page).click()
  const card = await ended(page, 1)
  await expect(card.getByRole('img')).toHaveCount(many)
  await page.goto(`${path}/history`)
  await expect(page.getByRole('heading', { name: new RegExp(title) })).toBeVisible()
  await expect(page.getByText('A fox').first()).toBeVisible()
}

test(
  'an operator sells tools from all kinds of schemas without a script, and a user generates with them',
  { tag: '@all' },
  async ({ page, studio, browser }) => {
    test.setTimeout(120_000)
    await newPerson(page.context(), studio.url)
    const plain = await browser.newContext({
      baseURL: studio.url,
      javaScriptEnabled: false,
      storageState: await page.context().storageState()
    })
    const desk = await plain.newPage()
    await readSchema(desk)
    // The accessibility check runs a script in the page, so it needs a browser with scripts.
    await page.goto(desk.url())
    await accessible(page)
    await sellTool(desk)
    await desk.getByRole('link', { name: t('operator.tools.open') }).click()
    await expect(desk.getByRole('heading', { name: 'Faces' })).toBeVisible()
    await sellFound(desk)
    await sellFrom(desk, 'muse/toon')
    await sellFrom(desk, studio.painter)
    await plain.close()

    await page.goto('/x-portraitdev')
    await hydrated(page)
    await fits(page)
    await accessible(page)
    await generateWith(page, '/x-portraitdev', 'Faces', 2)
    await generateWith(page, '/x-toon', 'Toon', 1)
    await generateWith(page, '/x-housepainter', 'House painter', 1)
    await page.goto('/docs/services/x-toon')
    await expect(page.getByText('/x-toon/run').first()).toBeVisible()
    await fits(page)
    await accessible(page)
  }
)
